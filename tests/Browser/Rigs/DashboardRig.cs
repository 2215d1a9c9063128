using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Browser.Rigs;

/// <summary>
/// A connector with a rig, and a monitor with its dashboard, as processes on ports that stay the same over a restart.
/// </summary>
internal sealed class DashboardRig : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly string[] SmallRig =
    [
        "--Source:Type", "simulator", "--Source:Preset", "small", "--Source:Seed", "1", "--Source:BlocksPerSecond",
        $"{Hosts.Rate}",
    ];

    private readonly TemporaryFolder _folder = new();
    private readonly string _http;
    private readonly string[] _endpoints;
    private readonly string[] _options;
    private string[] _source;
    private bool _isMonitorKilled;
    private bool _isConnectorKilled;

    private readonly string? _token;

    /// <summary>The small rig, made by the connector itself unless its options name another source.</summary>
    public DashboardRig(IEnumerable<string>? source = null, string? definitions = null, params string[] monitor)
        : this(null, source, definitions, monitor)
    {
    }

    /// <summary>The same with a token, for a monitor that wants to know who asks.</summary>
    public DashboardRig(string? token, IEnumerable<string>? source, string? definitions, params string[] monitor)
    {
        _token = token;
        int[] ports = Hosts.FreePorts(3);
        _http = $"http://127.0.0.1:{ports[0]}";
        _endpoints =
            ["--Publish:Endpoint", $"tcp://127.0.0.1:{ports[1]}", "--Control:Endpoint", $"tcp://127.0.0.1:{ports[2]}"];
        _source = [.. source ?? SmallRig];
        _options = monitor;
        if (definitions is not null)
            Import(definitions);
        Connector = StartConnector();
        Monitor = StartMonitor();
        View.WaitForValues();
    }

    public HostProcess Connector { get; private set; }

    public HostProcess Monitor { get; private set; }

    public MonitorView View => new(Monitor);

    public Uri Address => new(_http);

    /// <summary>Kills the monitor as a power failure would.</summary>
    public void KillMonitor()
    {
        _isMonitorKilled = true;
        Monitor.Signal(ProcessSignals.Kill);
        Monitor.WaitForExit();
        Monitor.Dispose();
    }

    /// <summary>Starts the monitor again, where it was.</summary>
    public void RestartMonitor()
    {
        Monitor = StartMonitor();
        _isMonitorKilled = false;
    }

    /// <summary>Ends the connector and its rig without warning; what they would have sent is never made.</summary>
    public void KillConnector()
    {
        _isConnectorKilled = true;
        Connector.Signal(ProcessSignals.Kill);
        Connector.WaitForExit();
        Connector.Dispose();
    }

    /// <summary>Starts the connector again, where it was, as a new epoch, with its rig or with another one.</summary>
    public void RestartConnector(params string[] source)
    {
        _source = source.Length > 0 ? source : _source;
        Connector = StartConnector();
        _isConnectorKilled = false;
    }

    /// <summary>Stops the connector and its rig where they are, until <see cref="GoOn"/>.</summary>
    public void Hold() => Connector.Signal(ProcessSignals.Stop);

    public void GoOn() => Connector.Signal(ProcessSignals.Continue);

    /// <summary>The alarm on a signal as /alarms has it; null when there is none.</summary>
    public JsonElement? Alarm(string signal) => Find(
        Monitor.Json("/alarms").EnumerateArray().SelectMany(stream => stream.GetProperty("alarms").EnumerateArray()),
        "variable",
        signal);

    /// <summary>A calculated channel as /variables has it; null when there is none.</summary>
    public JsonElement? Variable(string name) => Find(
        Monitor.Json("/variables").EnumerateArray().SelectMany(
            stream => stream.GetProperty("variables").EnumerateArray()), "name", name);

    /// <summary>A channel as /snapshot has it.</summary>
    public JsonElement Channel(string name) =>
        Find(View.Snapshot.GetProperty("channels").EnumerateArray(), "name", name)
            ?? throw new InvalidOperationException($"There is no channel {name}.");

    public static void WaitFor(Func<bool> condition, string what) => Eventually.True(condition, what, Limit);

    public void Dispose()
    {
        // A monitor that ended by itself is its own fault, and the cause of whatever else failed.
        string ended = _isMonitorKilled || Monitor.IsRunning ? "" : Monitor.Everything;
        Monitor.Dispose();
        if (!_isConnectorKilled)
            Connector.Dispose();
        _folder.Dispose();
        ended.ShouldBeEmpty("the monitor ended");
    }

    private HostProcess StartConnector() =>
        Hosts.StartConnector(_folder.File("connector"), [.. _source, .. _endpoints]);

    private HostProcess StartMonitor()
    {
        HostProcess monitor =
            Hosts.StartMonitor(_folder.File("monitor"), Connector, ["--Http:Url", _http, .. _options]);
        monitor.Token = _token;
        monitor.Endpoint("http");
        return monitor;
    }

    /// <summary>Runs a verb of the monitor on its state folder, to its end.</summary>
    public void Run(params string[] verb)
    {
        using HostProcess run = HostProcess.Start(Hosts.Monitor, [.. verb, "--State:Folder", _folder.File("monitor")]);
        run.WaitForExit(Limit).ShouldBe(0, run.Everything);
    }

    private void Import(string definitions)
    {
        string file = _folder.File("definitions.json");
        File.WriteAllText(file, definitions);
        Directory.CreateDirectory(_folder.File("monitor"));
        Run("signals", "import", file);
    }

    private static JsonElement? Find(IEnumerable<JsonElement> items, string key, string value)
    {
        foreach (JsonElement item in items)
        {
            if (item.GetProperty(key).GetString() == value)
                return item;
        }

        return null;
    }
}
