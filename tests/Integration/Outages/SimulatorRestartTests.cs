using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>The simulator is killed, stays away, and returns on its port.</summary>
public sealed class SimulatorRestart : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;
    private readonly HostProcess _back;

    public SimulatorRestart()
    {
        using HostProcess simulator = Hosts.StartSimulator();
        _connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", simulator.Endpoint("link"));
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        View = new MonitorView(_monitor);
        View.WaitForMore(20);
        View.WaitForValues();
        simulator.Signal(ProcessSignals.Kill);
        simulator.WaitForExit();
        View.WaitForStatus("stale");
        DuringOutage = (View.Snapshot, _connector.Json("/health"));
        DeliveredBefore = View.Delivered;
        _back = Hosts.StartSimulator("--Link:Listen", simulator.Endpoint("link"));
        View.WaitForStatus("ok");
        View.WaitForMore(20);
    }

    public MonitorView View { get; }

    public (JsonElement Snapshot, JsonElement ConnectorHealth) DuringOutage { get; }

    public long DeliveredBefore { get; }

    public IReadOnlyCollection<string> ConnectorLog => _connector.Errors;

    public void Dispose()
    {
        _back.Dispose();
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }
}

public sealed class SimulatorRestartTests(SimulatorRestart restart) : IClassFixture<SimulatorRestart>
{
    [Fact]
    public void Outage_EveryShownValue_IsStale() =>
        restart.DuringOutage.Snapshot.GetProperty("channels").EnumerateArray()
            .Select(channel => channel.GetProperty("quality").GetString()).Distinct().ShouldBe(["stale"]);

    [Fact]
    public void Outage_ConnectorHealth_IsStale() =>
        restart.DuringOutage.ConnectorHealth.GetProperty("status").GetString().ShouldBe("stale");

    [Fact]
    public void Outage_IsLoggedOnce_WithWhatHappensNext() => restart.ConnectorLog
        .Single(line => line.Contains("link to rig", StringComparison.Ordinal)).ShouldContain("connecting again");

    [Fact]
    public void Return_BlocksFlowAgain() => restart.View.Delivered.ShouldBeGreaterThan(restart.DeliveredBefore);

    [Fact]
    public void Return_ValuesAreGoodAgain() =>
        restart.View.Snapshot.GetProperty("channels")[0].GetProperty("quality").GetString().ShouldBe("good");

    [Fact]
    public void Account_AcrossTheOutage_ClosesWithoutLoss() => restart.View.Account.ShouldSatisfyAllConditions(
        account => account.Closes.ShouldBeTrue(), account => account.DeclaredLost.ShouldBe(0));
}
