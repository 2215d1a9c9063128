namespace Testing.Processes;

/// <summary>
/// Simulator, connector and monitor as three processes, up and delivering. One for all facts of a class.
/// </summary>
public sealed class RunningSystem : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public RunningSystem()
        : this([])
    {
    }

    private RunningSystem(IEnumerable<string> monitor)
    {
        Simulator = Hosts.StartSimulator();
        Connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", Simulator.Endpoint("link"));
        Monitor = Hosts.StartMonitor(_folder.File("monitor"), Connector, monitor);
        View = new MonitorView(Monitor);
        View.WaitForStatus("ok");
        View.WaitForValues();
    }

    public HostProcess Simulator { get; }

    public HostProcess Connector { get; }

    public HostProcess Monitor { get; }

    public MonitorView View { get; }

    /// <summary>One whose monitor has more arguments.</summary>
    public static RunningSystem With(params IEnumerable<string> monitor) => new(monitor);

    public void Dispose()
    {
        Monitor.Dispose();
        Connector.Dispose();
        Simulator.Dispose();
        _folder.Dispose();
    }
}
