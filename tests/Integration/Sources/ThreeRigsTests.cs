using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Sources;

/// <summary>
/// Three simulators into one connector, and one monitor of it: three streams, each with its own account.
/// </summary>
public sealed class ThreeRigsTests : IDisposable
{
    private const int Rigs = 3;
    private const int Blocks = 100;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess[] _simulators;
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;

    public ThreeRigsTests()
    {
        _simulators = [.. Enumerable.Range(0, Rigs).Select(rig => Hosts.StartSimulator("--Seed", $"{rig + 1}"))];
        _connector = Hosts.StartConnector(
            _folder.File("connector"),
            _simulators.SelectMany(
                (simulator, rig) => new[] { $"--Sources:{rig}:Endpoint", simulator.Endpoint("link") }));
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector);
        Eventually.True(
            () => Streams().Count == Rigs && Streams().Values.All(s => Number(s, "delivered") > Blocks),
            "all rigs give blocks",
            Limit);
    }

    [Fact]
    public void Streams_OfThreeRigs_AreThreeWithExactAccounts()
    {
        foreach (HostProcess simulator in _simulators)
            simulator.Signal(ProcessSignals.Terminate);
        Dictionary<string, long> published = [];
        Eventually.True(
            () =>
            {
                published = Published();
                return !_simulators.Any(s => s.IsRunning)
                    && Streams().All(stream => Number(stream.Value, "lastSequence") == published[stream.Key]);
            },
            "everything that was published is delivered",
            Limit);

        published.Keys.Order().ShouldBe(["rig01", "rig02", "rig03"]);
        foreach ((string name, JsonElement stream) in Streams())
        {
            // A monitor accounts from the block with which it joined.
            (Number(stream, "delivered"), Number(stream, "declaredLost"), Number(stream, "missing"), Number(stream, "lostBeforeSequence"))
                .ShouldBe((Number(stream, "published"), 0, 0, 0), name);
            Number(stream, "published").ShouldBeInRange(Blocks, published[name], name);
            Eventually.True(() => Sequence(name) == published[name], $"the newest block of {name} is computed", Limit);
        }
    }

    [Fact]
    public void Health_OneRigGone_NamesItAndTheOthersGoOn()
    {
        _simulators[1].Signal(ProcessSignals.Terminate);
        Eventually.True(() => Link(1) == "offline", "the connector misses the rig", Limit);
        Dictionary<string, long> before = Published();

        Eventually.True(
            () => Published()["rig01"] > before["rig01"] + Blocks && Published()["rig03"] > before["rig03"] + Blocks,
            "the others go on",
            Limit);

        (Link(0), Link(2)).ShouldBe(("online", "online"));
        Sources()[1].GetProperty("reason").GetString().ShouldNotBeNullOrEmpty();
        _connector.Json("/health").GetProperty("status").GetString().ShouldBe("stale");
        Published()["rig02"].ShouldBe(before["rig02"]);
    }

    [Fact]
    public void Monitor_OneRigGone_ItsStreamAloneIsStaleAndAccountsStayExact()
    {
        _simulators[1].Signal(ProcessSignals.Terminate);
        Eventually.True(() => Freshness("rig02") == "rigStale", "the monitor misses the rig", Limit);
        Dictionary<string, JsonElement> before = Streams();
        List<string> seen = [];
        Eventually.True(
            () =>
            {
                Dictionary<string, JsonElement> streams = Streams();
                seen.AddRange(
                    streams.Select(stream => $"{stream.Key} {stream.Value.GetProperty("freshness").GetString()}"));
                seen.AddRange(streams.Keys.Select(stream => $"{stream} {Qualities(stream)}"));
                return Gone(streams, before, "rig01") > Blocks && Gone(streams, before, "rig03") > Blocks;
            },
            "the others go on",
            Limit);

        seen
            .Distinct()
            .Order()
            .ShouldBe(["rig01 fresh", "rig01 good", "rig02 rigStale", "rig02 stale", "rig03 fresh", "rig03 good"]);
        _monitor.Json("/health").GetProperty("status").GetString().ShouldBe("stale");
        _monitor.WaitForError("stream rig02 of");
        Streams().Values.ShouldAllBe(stream => Number(stream, "delivered") + Number(stream, "missing") == Number(stream, "published")
            && Number(stream, "declaredLost") == 0);
        Number(Streams()["rig02"], "lastSequence").ShouldBe(Published()["rig02"]);
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        Array.ForEach(_simulators, simulator => simulator.Dispose());
        _folder.Dispose();
    }

    private static long Number(JsonElement element, string name) => element.GetProperty(name).GetInt64();

    private long Sequence(string stream) => Number(_monitor.Json($"/snapshot?stream={stream}"), "sequence");

    private static long Gone(
        Dictionary<string, JsonElement> now, Dictionary<string, JsonElement> before, string stream) =>
        Number(now[stream], "delivered") - Number(before[stream], "delivered");

    private string? Freshness(string stream) => Streams()[stream].GetProperty("freshness").GetString();

    private string Qualities(string stream) => string.Join(
        ' ',
        _monitor.Json($"/snapshot?stream={stream}").GetProperty("channels").EnumerateArray()
            .Select(channel => channel.GetProperty("quality").GetString()).Distinct());

    private string? Link(int source) => Sources()[source].GetProperty("link").GetString();

    private JsonElement Sources() => _connector.Json("/health").GetProperty("sources");

    private Dictionary<string, long> Published() => _connector.Json("/health").GetProperty("streams").EnumerateArray()
        .ToDictionary(stream => stream.GetProperty("name").GetString()!, stream => Number(stream, "last"));

    private Dictionary<string, JsonElement> Streams() =>
        _monitor.Json("/health").GetProperty("streams").EnumerateArray()
            .ToDictionary(stream => stream.GetProperty("name").GetString()!);
}
