using System.Text.Json;
using FuncLibs.Signals.Buckets;
using Testing;
using Testing.Processes;

namespace Integration.Kills;

/// <summary>
/// Simulator, connector and monitor as three processes on ports and folders that outlive them, so that each can be
/// killed and started again. The monitor is there before the first block, so that its account begins with the first one
/// of all.
/// </summary>
internal sealed class KillRig : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly string _link = $"tcp://127.0.0.1:{Hosts.FreePort()}";
    private readonly string _publish = $"tcp://127.0.0.1:{Hosts.FreePort()}";
    private readonly string _control = $"tcp://127.0.0.1:{Hosts.FreePort()}";
    private readonly string[] _transport;
    private readonly Dictionary<ulong, ulong> _durable = [];
    private readonly HostProcess?[] _running = new HostProcess?[3];

    /// <param name="transport">ZeroMQ library of connector and monitor; empty: that of the test run.</param>
    public KillRig(string transport = "")
    {
        _transport = transport.Length == 0 ? [] : ["--Transport:Library", transport];
        Start(Role.Connector);
        Start(Role.Monitor);
        Monitor.WaitForError("RigStale");
        Start(Role.Simulator);
        Eventually.True(
            () => File.Exists(PositionFile)
                && File.ReadAllText(PositionFile).Contains("\"main\"", StringComparison.Ordinal),
            "a position is saved",
            Limit);
    }

    public enum Role
    {
        Simulator,
        Connector,
        Monitor,
    }

    public string ConnectorState => _folder.File("connector");

    public string MonitorState => _folder.File("monitor");

    public string PositionFile => Path.Combine(MonitorState, "position.json");

    public HostProcess Connector => _running[(int)Role.Connector]!;

    public HostProcess Monitor => _running[(int)Role.Monitor]!;

    public MonitorView View => new(Monitor);

    public void Kill(Role role)
    {
        if (role == Role.Connector)
            NoteDurable();
        using HostProcess process = _running[(int)role]!;
        process.Signal(ProcessSignals.Kill);
        process.WaitForExit();
        _running[(int)role] = null;
    }

    /// <summary>Ends a process as its user would.</summary>
    public void Stop(Role role)
    {
        using HostProcess process = _running[(int)role]!;
        process.Signal(ProcessSignals.Terminate);
        process.WaitForExit().ShouldBe(0, process.Everything);
        _running[(int)role] = null;
    }

    public void Start(Role role)
    {
        HostProcess process = role switch
        {
            Role.Simulator => Hosts.StartSimulator("--Link:Listen", _link),
            Role.Connector => Hosts.StartConnector(
                ConnectorState,
                [
                    "--Source:Endpoint", _link, "--Publish:Endpoint", _publish, "--Control:Endpoint", _control,
                    "--Journal:RingMiB", "8",
                    .. _transport,
                ]),
            _ => Hosts.StartMonitor(MonitorState, _publish, _control, _transport),
        };
        _running[(int)role] = process;
        process.Endpoint(role == Role.Simulator ? "link" : "http");
    }

    /// <summary>Waits until blocks of now are delivered again, whatever was killed.</summary>
    public void WaitForRun()
    {
        ulong? before = PublishedNow();
        Eventually.True(
            () => PublishedNow() is { } now && now > (before ?? 0) && IsLive(now),
            "the newest blocks are delivered",
            Limit);
    }

    /// <summary>Ends the rig and waits until the monitor has all that was published.</summary>
    public void ComeToRest()
    {
        Stop(Role.Simulator);
        ulong last = 0;
        Eventually.True(
            () => PublishedNow() is { } now && Interlocked.Exchange(ref last, now) == now,
            "nothing is published any more",
            Limit);
        Eventually.True(() => IsLive(last), "the last block is delivered", Limit);
    }

    /// <summary>
    /// Stops the connector. The last sequence that it gave in each of its lives, and how many of all its journal does
    /// not have: none of what was durable before a kill.
    /// </summary>
    public (IReadOnlyDictionary<ulong, long> Lasts, long NotRecorded) OfAllRuns()
    {
        Stop(Role.Connector);
        string closed = Path.Combine(ConnectorState, "epochs.json");
        Dictionary<ulong, long> lasts = File.Exists(closed)
            ? OfData(JsonDocument.Parse(File.ReadAllText(closed)).RootElement).ToDictionary(EpochOf, LastOf)
            : [];
        JsonElement verified = Verify();
        verified.GetProperty("damaged").GetInt32().ShouldBe(0);
        JsonElement[] recorded = OfData(verified);

        // No later life reports how far the last one went; it was ended cleanly, so its journal does.
        foreach (JsonElement epoch in recorded)
            lasts.TryAdd(EpochOf(epoch), LastOf(epoch));
        foreach ((ulong epoch, ulong durable) in _durable)
            recorded
                .Single(r => EpochOf(r) == epoch)
                .GetProperty("last")
                .GetUInt64()
                .ShouldBeGreaterThanOrEqualTo(durable);
        return (lasts, lasts.Values.Sum() - recorded.Sum(epoch => epoch.GetProperty("records").GetInt64()));
    }

    public ulong? PublishedNow() =>
        StreamOf(Connector.Json("/health")) is { } stream ? stream.GetProperty("last").GetUInt64() : null;

    /// <summary>Begins a test run; on return it is recorded.</summary>
    public void BeginTestRun()
    {
        RunVerb(Hosts.Monitor, "testrun", "start", "kills", "--State:Folder", MonitorState);
        Eventually.True(
            () => View.Health.TryGetProperty("recording", out JsonElement recording)
                && recording.GetProperty("frames").GetInt64() > 0,
            "the test run is recorded",
            Limit);
    }

    /// <summary>Every byte of its recording, checked.</summary>
    public JsonElement VerifyRecording() => JsonDocument.Parse(
        RunVerb(Hosts.Monitor, "recording", "verify", "--State:Folder", MonitorState, "--json")).RootElement;

    /// <summary>
    /// Compares the pyramid of its recording, which goes on, with the frames: every bucket, of every signal.
    /// </summary>
    public int ComparePyramid()
    {
        string recordings = Path.Combine(MonitorState, "recordings");
        string folder = Path.GetDirectoryName(
            Directory.EnumerateFiles(recordings, "recording.json", SearchOption.AllDirectories).Single())!;
        StreamBuckets frames = JournalHistory.Read(Path.Combine(folder, "journal"), BucketPlan.MaxSeconds);
        BucketTable all = new();
        long first = frames.Plan.Grid.IndexOf(frames.Read().BeginNs);
        all.Reset(frames.Plan.Grid, first, (int)(frames.Read().NewestBucket - first) + 1, 1);
        frames.AddTo(all, all.StartNs, all.EndNs, [0]);

        // As many buckets have the width of those of the frames, or more.
        string path = $"/api/recordings/{Path.GetRelativePath(recordings, folder)}/history?buckets={all.Buckets}";
        long samples = Enumerable.Range(0, all.Buckets).Sum(row => all[row, 0].Count);
        JsonElement read = default;
        try
        {
            Eventually.True(
                () => (read = Monitor.Json(path)).TryGetProperty("channels", out JsonElement channels)
                    && channels[0].GetProperty("count").EnumerateArray().Sum(count => count.GetInt64()) >= samples,
                "the pyramid has the last block",
                Limit);
        }
        catch (TimeoutException)
        {
            // The first bucket that differs says more than the sum of all.
            Exception? difference = Record.Exception(() => JournalHistory.Compare(read, frames));
            throw new TimeoutException($"{difference?.Message}\n{Monitor.Everything}", difference);
        }

        return JournalHistory.Compare(Monitor.Json(path), frames);
    }

    private JsonElement Verify() => JsonDocument.Parse(
        RunVerb(Hosts.Connector, "journal", "verify", "--State:Folder", ConnectorState, "--json")).RootElement;

    private static string RunVerb(string host, params string[] arguments)
    {
        using HostProcess verb = HostProcess.Start(host, arguments);
        verb.WaitForExit();
        return verb.Output.Last();
    }

    public void Dispose()
    {
        foreach (HostProcess? process in _running)
            process?.Dispose();
        _folder.Dispose();
    }

    private void NoteDurable()
    {
        JsonElement health = Connector.Json("/health");
        if (StreamOf(health) is { } stream && stream.GetProperty("durable").GetUInt64() is > 0 and ulong durable)
            _durable[EpochOf(health)] = durable;
    }

    private bool IsLive(ulong published)
    {
        JsonElement health = View.Health;
        if (health.GetProperty("streams").GetArrayLength() == 0)
            return false;
        JsonElement stream = health.GetProperty("streams")[0];
        return stream.GetProperty("state").GetString() == "live" && stream.GetProperty("missing").GetInt64() == 0
            && EpochOf(stream) == EpochOf(Connector.Json("/health")) && stream.GetProperty("lastSequence").GetUInt64() >= published;
    }

    private static JsonElement? StreamOf(JsonElement health)
    {
        JsonElement streams = health.GetProperty("streams");
        return streams.GetArrayLength() == 0 ? null : streams[0];
    }

    private static JsonElement[] OfData(JsonElement document) =>
        [.. document.GetProperty("epochs").EnumerateArray().Where(epoch => epoch.GetProperty("stream").GetUInt32() == 1)];

    private static ulong EpochOf(JsonElement json) => json.GetProperty("epoch").GetUInt64();

    private static long LastOf(JsonElement epoch) => epoch.GetProperty("last").GetInt64();
}
