using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Reports;
using HardwareConnector.Tests.Consumers;
using HardwareConnector.Tests.Sources;
using Testing;

namespace HardwareConnector.Tests.Reports;

public sealed class ConsumerReportTests : IDisposable
{
    private const int Slow = 2030;
    private const int Gone = 2031;
    private const int Keeping = 2032;
    private readonly TemporaryFolder _folder = new();
    private readonly LogLines<ConsumerReport> _log = new();
    private readonly ConsumerRegistryRig _rig;
    private readonly ConsumerReport _report;

    public ConsumerReportTests()
    {
        _rig = new ConsumerRegistryRig(_folder.Path);
        _rig.Publish(1000);
        _rig.Registry.Register(ConsumerRegistryRig.Peer(1), "plotter", ConsumerClass.Lossless);
        _report = new ConsumerReport(_rig.Registry, _rig.Time, _log);
    }

    public void Dispose()
    {
        _report.Dispose();
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Report_Following_IsNoNews()
    {
        AddSecond(1000);
        AddSecond(1000);

        _log.All.ShouldBeEmpty();
    }

    [Fact]
    public void Report_Slow_IsNamedOnceWithItsLag()
    {
        AddSecond(500);
        AddSecond(500);

        _log.All
            .Single()
            .ShouldBe((Slow, "consumer plotter is slow: stream main at 500, 500 blocks behind, 0 lost to it"));
    }

    [Fact]
    public void Report_ComesAndGoes_IsALineAMinute()
    {
        for (int second = 0; second < 120; second++)
        {
            AddSecond(second % 2 == 0 ? 500UL : 1000UL);
            _rig.Time.Advance(TimeSpan.FromSeconds(1));
        }

        _log.All.Count.ShouldBe(2);
        AddSecond(1000);
        _log.All.Select(line => line.Id).ShouldBe([Slow, Keeping], ignoreOrder: false);
    }

    [Fact]
    public void Report_Silent_IsNamedAsGone()
    {
        AddSecond(1000);
        _rig.Time.Advance(TimeSpan.FromSeconds(7));
        _report.Update();

        _log.All.Single().Id.ShouldBe(Gone);
        _log.All.Single().Text.ShouldStartWith("consumer plotter has been silent for 7 s");
    }

    private void AddSecond(ulong delivered)
    {
        _rig.Report(1, delivered);
        _report.Update();
    }
}
