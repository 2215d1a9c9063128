using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Signals;

/// <summary>
/// Simulator, connector and a monitor with signal variables as processes; the monitor may be killed and started again.
/// </summary>
internal sealed class SignalSystem : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _simulator;
    private readonly HostProcess _connector;

    public SignalSystem()
    {
        _simulator = Hosts.StartSimulator();
        _connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", _simulator.Endpoint("link"));
        Monitor = StartMonitor();
    }

    public HostProcess Monitor { get; private set; }

    public string StateFolder => _folder.File("monitor");

    /// <summary>Runs a verb of the monitor beside the running one.</summary>
    public (int ExitCode, string Text) Verb(params string[] arguments)
    {
        using HostProcess verb = HostProcess.Start(Hosts.Monitor, [.. arguments, "--State:Folder", StateFolder]);
        return (verb.WaitForExit(), verb.Everything);
    }

    /// <summary>A variable as /variables has it; null when there is none.</summary>
    public JsonElement? Variable(string name) =>
        Find(
            Streams("/variables").SelectMany(stream => stream.GetProperty("variables").EnumerateArray()), "name", name);

    /// <summary>A value as /snapshot has it; null when there is none.</summary>
    public JsonElement? Value(string name) =>
        Monitor.Json("/snapshot") is var shown && shown.TryGetProperty("variables", out JsonElement variables)
            ? Find(variables.EnumerateArray(), "name", name) : null;

    /// <summary>The alarm on a variable; null when there is none.</summary>
    public JsonElement? Alarm(string variable) =>
        Find(
            Streams("/alarms").SelectMany(stream => stream.GetProperty("alarms").EnumerateArray()),
            "variable",
            variable);

    public void WaitFor(Func<bool> condition, string what) => Eventually.True(condition, what, Limit);

    /// <summary>Imports definitions.</summary>
    public void Import(string document)
    {
        string file = _folder.File("definitions.json");
        File.WriteAllText(file, document);
        Verb("signals", "import", file).ShouldSatisfyAllConditions(done => done.ExitCode.ShouldBe(0, done.Text));
    }

    /// <summary>Kills the monitor without warning and starts it again.</summary>
    public void KillMonitor()
    {
        Monitor.Signal(9);
        Monitor.WaitForExit();
        Monitor.Dispose();
        Monitor = StartMonitor();
    }

    public void Dispose()
    {
        Monitor.Dispose();
        _connector.Dispose();
        _simulator.Dispose();
        _folder.Dispose();
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

    private JsonElement.ArrayEnumerator Streams(string path) => Monitor.Json(path).EnumerateArray();

    private HostProcess StartMonitor() => Hosts.StartMonitor(StateFolder, _connector);
}
