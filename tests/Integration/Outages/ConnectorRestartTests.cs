using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>The connector is killed without warning and started again on the same ports and state.</summary>
public sealed class ConnectorRestart : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _simulator = Hosts.StartSimulator();
    private readonly HostProcess _monitor;
    private readonly HostProcess _back;

    public ConnectorRestart()
    {
        using HostProcess first = Start();
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), first);
        View = new MonitorView(_monitor);
        View.WaitForMore(20);
        Before = first.Json("/health");
        first.Signal(ProcessSignals.Kill);
        first.WaitForExit();
        View.WaitForStatus("stale");
        DeliveredBefore = View.Delivered;
        _back = Start("--Publish:Endpoint", first.Endpoint("publish"), "--Control:Endpoint", first.Endpoint("control"));
        View.WaitForMore(20);
        After = _back.Json("/health");
        View.WaitForStatus("ok");
    }

    public MonitorView View { get; }

    public JsonElement Before { get; }

    public JsonElement After { get; }

    public long DeliveredBefore { get; }

    public void Dispose()
    {
        _back.Dispose();
        _monitor.Dispose();
        _simulator.Dispose();
        _folder.Dispose();
    }

    private HostProcess Start(params IEnumerable<string> more) =>
        Hosts.StartConnector(_folder.File("connector"), ["--Source:Endpoint", _simulator.Endpoint("link"), .. more]);
}

public sealed class ConnectorRestartTests(ConnectorRestart restart) : IClassFixture<ConnectorRestart>
{
    [Fact]
    public void Publisher_IsKept() => Of(restart.After, "publisher").ShouldBe(Of(restart.Before, "publisher"));

    [Fact]
    public void StreamIds_AreKept() => StreamIds(restart.After).ShouldBe(StreamIds(restart.Before));

    [Fact]
    public void Epoch_IsGreater() => EpochOf(restart.After).ShouldBeGreaterThan(EpochOf(restart.Before));

    [Fact]
    public void Instance_IsNew() => Of(restart.After, "instance").ShouldNotBe(Of(restart.Before, "instance"));

    [Fact]
    public void Monitor_IsInTheNewEpoch() => EpochOf(restart.View.Stream).ShouldBe(EpochOf(restart.After));

    [Fact]
    public void Monitor_GoesOn() => restart.View.Delivered.ShouldBeGreaterThan(restart.DeliveredBefore);

    [Fact]
    public void Monitor_HasOneStream() => restart.View.Health.GetProperty("streams").GetArrayLength().ShouldBe(1);

    [Fact]
    public void Monitor_CountsWhatTheRigMeasuredMeanwhile() =>
        restart.View.Stream.GetProperty("lostBeforeSequence").GetInt64().ShouldBePositive();

    [Fact]
    public void Account_OverBothEpochs_Closes() => restart.View.Account.Closes.ShouldBeTrue();

    private static ulong EpochOf(JsonElement json) => json.GetProperty("epoch").GetUInt64();

    private static string Of(JsonElement health, string name) => health.GetProperty(name).GetString()!;

    private static string StreamIds(JsonElement health) => string.Join(
        ' ',
        health.GetProperty("streams").EnumerateArray().Select(s => $"{s.GetProperty("name")}={s.GetProperty("id")}"));
}
