using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>A connector that is started before its rig.</summary>
public sealed class NoSimulatorTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly string _link = $"tcp://127.0.0.1:{Hosts.FreePort()}";
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;
    private readonly MonitorView _view;

    public NoSimulatorTests()
    {
        _connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", _link);
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        _view = new MonitorView(_monitor);
        _connector.WaitForError("no rig at");
    }

    [Fact]
    public void NoSimulator_IsOneLineWithWhatToDo()
    {
        _connector.IsRunning.ShouldBeTrue();
        _connector.Errors.Single(line => line.Contains("no rig at", StringComparison.Ordinal))
            .ShouldSatisfyAllConditions(
                line => line.ShouldContain(_link), line => line.ShouldContain("start the simulator"));
    }

    [Fact]
    public void NoSimulator_BothHealthsAreStale()
    {
        _view.WaitForStatus("stale");
        _connector.Json("/health").GetProperty("status").GetString().ShouldBe("stale");
    }

    [Fact]
    public void SimulatorAppears_BlocksFlow()
    {
        using HostProcess simulator = Hosts.StartSimulator("--Link:Listen", _link);
        Eventually.True(() => _view.Account is { Delivered: > 20, Closes: true }, "blocks flow");
        _view.WaitForStatus("ok");
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }
}
