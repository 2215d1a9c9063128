using System.Globalization;
using System.Text.Json;
using Testing.Processes;

namespace Testing.Rigs;

/// <summary>
/// Connectors of several stations, each with a small simulated rig of its own, and one monitor that follows all of
/// them, as processes. Station n is `lab/rigN`, from 1; all give their stream one name.
/// </summary>
public sealed class ManyRigs : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly TemporaryFolder _folder = new();
    private readonly string[] _endpoints;
    private readonly string[] _options;
    private readonly HostProcess[] _connectors;
    private HostProcess? _monitor;

    /// <param name="count">How many.</param>
    /// <param name="prepare">Runs before the monitor starts, with its verbs; null nothing.</param>
    /// <param name="options">More options of the monitor.</param>
    public ManyRigs(int count, Action<ManyRigs>? prepare = null, params IEnumerable<string> options)
    {
        _options = [.. options];
        _connectors =
        [
            .. Enumerable.Range(1, count).Select(rig => Hosts.StartSelfFed(
                _folder.File($"connector{rig}"), "--Site", "lab", "--Rig", $"rig{rig}")),
        ];
        _endpoints =
        [
            .. _connectors.SelectMany((connector, i) => (string[])
            [
                $"--Connections:{i}:Subscribe", connector.Endpoint("publish"), $"--Connections:{i}:Control",
                connector.Endpoint("control"), $"--Connections:{i}:Station", StationOf(i + 1),
            ]),
        ];
        Directory.CreateDirectory(StateFolder);
        prepare?.Invoke(this);
        _monitor = StartMonitor();
    }

    /// <summary>The monitor.</summary>
    public HostProcess Monitor => _monitor!;

    /// <summary>Its state folder.</summary>
    public string StateFolder => _folder.File("monitor");

    /// <summary>Site/rig of a number, from 1.</summary>
    public static string StationOf(int rig) => string.Create(CultureInfo.InvariantCulture, $"lab/rig{rig}");

    /// <summary>A file of the test.</summary>
    public string File(string name) => _folder.File(name);

    /// <summary>Runs a verb of the monitor with its configuration, beside it or before it starts.</summary>
    public (int ExitCode, string Text) Verb(params IEnumerable<string> arguments)
    {
        using HostProcess verb = HostProcess.Start(
            Hosts.Monitor, [.. arguments, "--State:Folder", StateFolder, .. _endpoints, .. _options]);
        return (verb.WaitForExit(), verb.Everything);
    }

    /// <summary>Sets an upper limit of one name on a station.</summary>
    public void SetLimit(int rig, string channel, double value) => Run(
        "limits", "set", channel, "--Kind", "upper", "--Severity", "critical", "--Value",
        value.ToString(CultureInfo.InvariantCulture), "--Unit", "kN", "--Station", StationOf(rig));

    /// <summary>Runs a verb that has to succeed.</summary>
    public void Run(params IEnumerable<string> arguments)
    {
        (int code, string text) = Verb(arguments);
        if (code != 0)
            throw new InvalidOperationException($"{string.Join(' ', arguments)}: {text}");
    }

    /// <summary>A rig as /api/overview has it; null before it is known.</summary>
    public JsonElement? Rig(int rig)
    {
        foreach (JsonElement one in Monitor.Json("/api/overview").GetProperty("rigs").EnumerateArray())
        {
            if (one.GetProperty("station").GetString() == StationOf(rig))
                return one;
        }

        return null;
    }

    /// <summary>Waits until a rig is in a state.</summary>
    public void WaitForState(int rig, string state) =>
        WaitFor(() => Rig(rig)?.GetProperty("state").GetString() == state, $"rig {rig} is {state}");

    /// <summary>Waits for a condition.</summary>
    public static void WaitFor(Func<bool> condition, string what) => Eventually.True(condition, what, Limit);

    /// <summary>Ends the connector of a rig without warning.</summary>
    public void KillConnector(int rig)
    {
        _connectors[rig - 1].Signal(ProcessSignals.Kill);
        _connectors[rig - 1].WaitForExit();
    }

    /// <summary>Ends the monitor without warning, and starts it again.</summary>
    public void KillMonitor()
    {
        Monitor.Signal(ProcessSignals.Kill);
        Monitor.WaitForExit();
        Monitor.Dispose();
        _monitor = StartMonitor();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _monitor?.Dispose();
        foreach (HostProcess connector in _connectors)
            connector.Dispose();
        _folder.Dispose();
    }

    private HostProcess StartMonitor() => HostProcess.Start(
        Hosts.Monitor,
        ["run", "--State:Folder", StateFolder, "--Http:Url", Hosts.AnyHttp, .. _endpoints, .. _options]);
}
