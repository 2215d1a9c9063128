using System.Text.Json;
using Integration.Signals;
using Testing;
using Testing.Processes;

namespace Integration.Replays;

/// <summary>
/// A run is recorded and computed live by one monitor. Its journal is replayed by another connector ten times as fast,
/// and computed by another monitor with the same variables: same bits, and nobody takes it for live.
/// </summary>
public sealed class ReplayTests : IDisposable
{
    private const int LiveFrames = 150;
    private const int MinSamples = 1500;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly string[] Formulas = ["abs(servo1.force)", "servo1.command - servo1.force"];
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Replay_TenTimesAsFast_HasTheBitsOfTheFirstRunAndIsMarked(bool isTestRun)
    {
        SortedDictionary<long, long>[] live = Record(isTestRun);

        // A consumer accounts from the block with which it joins: what came before comes with the next pass.
        using HostProcess connector = StartReplay(
            "10", ["--Source:Loop", "true", .. isTestRun ? (string[])["--Source:Folder", Recording] : []]);
        using HostProcess monitor = StartMonitor("second", connector);
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        long last = live[0].Keys.Last();
        subscriber.TakeUntil(
            () => live[0].Keys.All(subscriber.Values[0].ContainsKey), $"all samples up to {last} come again");

        for (int variable = 0; variable < Formulas.Length; variable++)
        {
            live[variable].Count.ShouldBeGreaterThan(MinSamples);
            live[variable].ShouldAllBe(sample => subscriber.Values[variable][sample.Key] == sample.Value);
        }

        monitor.WaitForError("is a REPLAY");
        monitor.Json("/snapshot").GetProperty("replay").GetBoolean().ShouldBeTrue();
        monitor.Json("/health").GetProperty("streams")[0].GetProperty("replay").GetBoolean().ShouldBeTrue();
        connector.Json("/health").GetProperty("replay").GetBoolean().ShouldBeTrue();
    }

    [Fact]
    public void Replay_Ends_OfflineWithTheReasonAndWholeAccount()
    {
        Record();
        using HostProcess connector = StartReplay("10");
        using HostProcess monitor = StartMonitor("second", connector);
        JsonElement Source() => connector.Json("/health").GetProperty("source");
        Eventually.True(
            () => Source().GetProperty("reason").GetString() == "end of recording", "the recording ends", Limit);

        Source().GetProperty("link").GetString().ShouldBe("offline");
        connector.WaitForError("end of recording");
        JsonElement stream = connector.Json("/health").GetProperty("streams")[0];
        stream.GetProperty("lostBeforeSequence").GetInt64().ShouldBe(0);
        stream.GetProperty("last").GetInt64().ShouldBe(Source().GetProperty("blocks").GetInt64());
        new MonitorView(monitor).WaitForStatus("stale");
        new MonitorView(monitor).Account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [Theory]
    [InlineData("Rig", "--Rig", "rig1")]
    [InlineData("Sources:0:Speed", "--Source:Speed", "warp")]
    [InlineData("Sources:0:RecordedStream", "--Source:RecordedStream", "nothing")]
    public void Replay_ThatCannotBe_EndsWithTwoAndNamesTheKey(string key, string option, string value)
    {
        Record();
        using HostProcess connector = StartReplay("1", option, value);

        connector.WaitForExit(Limit).ShouldBe(2, connector.Everything);
        connector.Errors.ShouldContain(line => line.Contains(key, StringComparison.Ordinal), connector.Everything);
    }

    private string Recording => Path.Combine(_folder.File("first"), "recordings", "lab", "rig1", "R");

    private SortedDictionary<long, long>[] Record(bool isTestRun = false)
    {
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("recorder"));
        using HostProcess monitor = StartMonitor("first", connector, isTestRun);
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        subscriber.TakeUntil(() => subscriber.Frames >= LiveFrames, "values come live");
        monitor.Json("/snapshot").TryGetProperty("replay", out _).ShouldBeFalse();
        monitor.Signal(ProcessSignals.Terminate);
        monitor.WaitForExit();
        connector.Signal(ProcessSignals.Terminate);
        connector.WaitForExit().ShouldBe(0, connector.Everything);
        return subscriber.Values;
    }

    private HostProcess StartReplay(string speed, params string[] more) => Hosts.StartConnector(
        _folder.File("replayer"),
        ["--Source:Type", "replay", "--Source:Folder", _folder.File("recorder"), "--Source:Speed", speed, .. more]);

    // The definitions are imported before the first start: each monitor computes with the same ones from its first
    // block on.
    private HostProcess StartMonitor(string state, HostProcess connector, bool isTestRun = false)
    {
        string file = _folder.File("variables.json");
        File.WriteAllText(file, JsonSerializer.Serialize(new
        {
            format = "telemetry-variables/1",
            station = "lab/rig1",
            variables = Formulas.Select((formula, i) => new { name = $"v{i}", expression = formula }),
        }));
        Directory.CreateDirectory(_folder.File(state));
        using HostProcess import =
            HostProcess.Start(Hosts.Monitor, "signals", "import", file, "--State:Folder", _folder.File(state));
        import.WaitForExit(Limit).ShouldBe(0, import.Everything);
        using HostProcess? run = isTestRun
            ? HostProcess.Start(Hosts.Monitor, "testrun", "start", "R", "--State:Folder", _folder.File(state)) : null;
        run?.WaitForExit(Limit).ShouldBe(0, run.Everything);
        return Hosts.StartMonitor(
            _folder.File(state), connector, ["--Derived:Endpoint", Hosts.AnyPort, "--Derived:QueueBlocks", "4096"]);
    }
}
