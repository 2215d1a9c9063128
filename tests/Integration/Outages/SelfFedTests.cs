using System.Text.Json;
using Integration.Values;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>A connector whose rig is simulated in its own process.</summary>
public sealed class SelfFedTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;
    private readonly MonitorView _view;

    public SelfFedTests()
    {
        _connector = Hosts.StartSelfFed(_folder.File("connector"));
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        _view = new MonitorView(_monitor);
        _view.WaitForMore(20);
        _view.WaitForValues();
    }

    [Fact]
    public void InProcessSource_Snapshot_IsTheSimulatedBlock()
    {
        JsonElement snapshot = _view.Snapshot;
        ExpectedSnapshot
            .Shown(snapshot)
            .ShouldBe(new ExpectedSnapshot(Hosts.Rate).Values(snapshot.GetProperty("sequence").GetInt64() - 1));
    }

    [Fact]
    public void Watch_InAPipe_PrintsPlainLinesOfValues()
    {
        using var watch = HostProcess.Start(
            Hosts.Monitor,
            "watch", "--State:Folder", _folder.File("watch"), "--Http:Url", Hosts.AnyHttp, "--Compute:Channels", "servo1.force",
            "--Subscribe:Endpoint", _connector.Endpoint("publish"), "--Control:Endpoint", _connector.Endpoint("control"));
        Eventually.True(
            () => watch.Output.Any(line => line.Contains("servo1.force", StringComparison.Ordinal)),
            "a line with the channel");
        watch.Output.ShouldAllBe(line => !line.Contains('\u001b'));
    }

    [Fact]
    public void Terminate_Connector_EndsCleanlyAndTheMonitorTurnsStale()
    {
        _connector.Signal(ProcessSignals.Terminate);
        _connector.WaitForExit().ShouldBe(0, _connector.Everything);
        _view.WaitForStatus("stale");
        _view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [Fact]
    public void Terminate_Monitor_EndsCleanlyAndTheConnectorGoesOn()
    {
        _monitor.Signal(ProcessSignals.Terminate);
        _monitor.WaitForExit().ShouldBe(0, _monitor.Everything);
        _connector.Json("/health").GetProperty("status").GetString().ShouldBe("ok");
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }
}
