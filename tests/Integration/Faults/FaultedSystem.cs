using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Faults;

/// <summary>
/// A simulator under a schedule, with a connector and a monitor that are up before it starts;
/// what both say over HTTP is kept, look by look.
/// </summary>
internal sealed class FaultedSystem : IDisposable
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(90);

    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;
    private readonly string _link = $"tcp://127.0.0.1:{Hosts.FreePort()}";
    private readonly string _schedule;
    private HostProcess? _simulator;

    public FaultedSystem(string schedule)
    {
        _schedule = _folder.File("faults.json");
        File.WriteAllText(_schedule, schedule);
        _connector = Hosts.StartConnector(
            _folder.File("connector"), ["--Source:Endpoint", _link, .. Hosts.DeepSource]);
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        _monitor.Endpoint("http");
    }

    public List<Reading> Readings { get; } = [];

    public IReadOnlyCollection<string> ConnectorLog => _connector.Errors;

    public IReadOnlyCollection<string> SimulatorLog => _simulator!.Errors;

    public JsonElement Findings => Readings[^1].Findings;

    /// <summary>
    /// Starts the simulator and with it the schedule: who calls it reads at once, as the shortest fault is over after
    /// two seconds.
    /// </summary>
    public void StartSimulator() =>
        _simulator = Hosts.StartSimulator(
            ["--Link:Listen", _link, "--Faults", _schedule, .. Hosts.DeepLink]);

    /// <summary>
    /// Waits until the logs of connector and monitor have a line each: they write what is new once a second.
    /// </summary>
    public void WaitForLines(string text)
    {
        _connector.WaitForError(text);
        _monitor.WaitForError(text);
    }

    /// <summary>Looks until something is so; what a health page says in between is kept.</summary>
    public void ReadUntil(Func<Reading, bool> done, string what)
    {
        if (Readings.Any(done))
            return;
        Eventually.True(
            () =>
            {
                ReadOnce();
                return done(Readings[^1]);
            },
            what,
            Longest);
    }

    /// <summary>
    /// Reads the pages once more. The pages of one reading are fetched one after another, so that the connector's
    /// can be older than the change that the monitor's shows: this reading holds both.
    /// </summary>
    public void ReadOnce() =>
        Readings.Add(new Reading(_connector.Json("/health"), _monitor.Json("/health"), _monitor.Json("/snapshot")));

    public void Dispose()
    {
        _simulator?.Dispose();
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }
}

/// <summary>What connector and monitor said at one moment.</summary>
internal sealed record Reading(JsonElement Connector, JsonElement Monitor, JsonElement Snapshot)
{
    public JsonElement Source => Connector.GetProperty("source");

    public JsonElement Findings =>
        Source.GetProperty("findings").TryGetProperty("main", out JsonElement main) ? main : default;

    public long SamplesLost => Connector.GetProperty("streams") is { } streams && streams.GetArrayLength() > 0
        ? streams[0].GetProperty("lostBeforeSequence").GetInt64()
        : 0;

    public string Status => Monitor.GetProperty("status").GetString()!;

    public long SamplesLostAtTheMonitor => Monitor.GetProperty("streams") is { } streams && streams.GetArrayLength() > 0
        ? streams[0].GetProperty("lostBeforeSequence").GetInt64()
        : 0;

    public MonitorAccount Account => new(Monitor.GetProperty("account"));

    public string[] Channels => [.. AllChannels().Select(channel => channel.GetProperty("name").GetString()!)];

    public long RigEvents =>
        Monitor.TryGetProperty("rigEvents", out JsonElement events) ? events.GetProperty("count").GetInt64() : 0;

    public long Found(string name) =>
        Findings.ValueKind == JsonValueKind.Object ? Findings.GetProperty(name).GetInt64() : 0;

    public JsonElement? Channel(string name)
    {
        foreach (JsonElement channel in AllChannels())
        {
            if (channel.GetProperty("name").GetString() == name)
                return channel;
        }

        return null;
    }

    public string? QualityOf(string channel) => Channel(channel)?.GetProperty("quality").GetString();

    private JsonElement.ArrayEnumerator AllChannels() =>
        Snapshot.TryGetProperty("channels", out JsonElement channels) ? channels.EnumerateArray() : default;
}
