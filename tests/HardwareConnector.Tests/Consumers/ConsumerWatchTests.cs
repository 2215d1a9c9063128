using FuncLibs.Hosting.Configuration;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Configuration;
using HardwareConnector.Consumers;
using HardwareConnector.Reports;
using HardwareConnector.Tests.Sources;
using Testing;

namespace HardwareConnector.Tests.Consumers;

public sealed class ConsumerWatchTests : IDisposable
{
    private static readonly ConsumerWatchOptions Options = new() { Consumers = ["office1"], GoneSeconds = 30 };

    private readonly TemporaryFolder _folder = new();
    private readonly LogLines<ConsumerWatchReport> _log = new();
    private readonly ConsumerRegistryRig _rig;
    private readonly ConsumerWatch _watch;
    private readonly ConsumerWatchReport _report;

    public ConsumerWatchTests()
    {
        _rig = new ConsumerRegistryRig(_folder.Path);
        _rig.Publish(1000);
        _watch = new ConsumerWatch(Options, _rig.Registry, _rig.Time);
        _report = new ConsumerWatchReport(_watch, _rig.Time, _log);
    }

    private WatchedConsumer Only => _watch.Status.Single();

    public void Dispose()
    {
        _report.Dispose();
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Status_OneThatNeverCame_IsGoneAfterTheTime()
    {
        _rig.Time.Advance(TimeSpan.FromSeconds(29));
        Only.Gone.ShouldBeFalse();

        _rig.Time.Advance(TimeSpan.FromSeconds(1));

        Only.ShouldBe(new WatchedConsumer("office1", true, 30_000));
    }

    [Fact]
    public void Status_AfterAStatus_IsConnected()
    {
        _rig.Time.Advance(TimeSpan.FromMinutes(5));
        Connect();

        Only.ShouldBe(new WatchedConsumer("office1", false, 0));
    }

    [Fact]
    public void Status_Silent_IsGone()
    {
        Connect();
        _rig.Time.Advance(TimeSpan.FromSeconds(31));

        Only.Gone.ShouldBeTrue();
    }

    [Fact]
    public void Report_GoneAndBack_LogsEachOnce()
    {
        Connect();
        _rig.Time.Advance(TimeSpan.FromSeconds(31));
        _report.Update();
        _report.Update();
        Connect();
        _report.Update();
        _report.Update();

        _log.All.Select(line => line.Text).ShouldBe(
        [
            "the watched consumer office1 is gone: nothing was heard of it for 31 s",
            "the watched consumer office1 is back",
        ]);
    }

    [Theory]
    [InlineData("office1", "office1", "'office1' is there twice")]
    [InlineData("office1", " ", "' ' is no name")]
    public void Check_WrongNames_AreRefused(string first, string second, string what)
    {
        var options = new ConnectorOptions { Watch = new ConsumerWatchOptions { Consumers = [first, second] } };

        OptionFault fault = new ConsumerWatchCheck().Check(options).Single();
        (fault.Key, fault.What).ShouldBe(("Watch:Consumers", what));
    }

    private void Connect()
    {
        _rig.Registry.Register(ConsumerRegistryRig.Peer(1), "office1", ConsumerClass.Lossless);
        _rig.Report(1, 1000);
    }
}
