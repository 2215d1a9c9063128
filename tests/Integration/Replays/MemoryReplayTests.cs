using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Integration.Signals;
using Testing;
using Testing.Processes;

namespace Integration.Replays;

/// <summary>
/// A rig loses blocks and calls others invalid while a monitor computes variables with memory. Its recording, replayed
/// as fast as it goes from the block with which that monitor joined, gives another monitor the same bits at the same
/// samples, and the same gaps.
/// </summary>
public sealed partial class MemoryReplayTests : IDisposable
{
    private const int Points = 20;
    private const long LostSamples = (3 + 2) * Points;
    private const int MinSamples = 5000;
    private const string Switched = "computes from sequence";
    private const string Schedule =
        """[{ "fault": "gap", "atSeconds": 8, "blocks": 3 }, { "fault": "overflow", "atSeconds": 9, "code": 7, "blocks": 2 }]""";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly string[] Formulas =
    [
        "movrms(servo1.force, 64)", "lowpass(servo1.force, 50, 2)", "integ(servo1.force)",
        "cyclecount(servo1.force, 1)",
        "damage(servo1.force, sn(1e9, 3))", "delay(servo1.force, 30)",
    ];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void ReplayAtMax_StatefulVariablesOverGaps_HasTheBitsAndGapsOfTheFirstRun()
    {
        Run first = Record(out ulong joined);
        Run again = Replay(joined);

        first.SamplesLost.ShouldBe(LostSamples);
        again.SamplesLost.ShouldBe(LostSamples);
        for (int variable = 0; variable < Formulas.Length; variable++)
        {
            SortedDictionary<long, long> live = first.Values[variable];
            SortedDictionary<long, long> replayed = again.Values[variable];
            live.Count.ShouldBeGreaterThan(MinSamples, Formulas[variable]);
            (live.Keys.Last() - live.Keys.First() + 1
                - live.Count).ShouldBe(LostSamples, "the gaps are within what is compared");
            replayed.Keys.Where(index => index >= live.Keys.First()).ShouldBe(live.Keys, Formulas[variable]);
            live.Where(sample => replayed[sample.Key] != sample.Value).ShouldBeEmpty(Formulas[variable]);
        }
    }

    private Run Record(out ulong joined)
    {
        File.WriteAllText(_folder.File("faults.json"), Schedule);
        using HostProcess connector =
            Hosts.StartSelfFed(_folder.File("recorder"), "--Source:Faults", _folder.File("faults.json"));
        using HostProcess monitor = StartMonitor("first", connector);
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        MonitorView view = new(monitor);
        long Lost() => view.Stream.GetProperty("lostBeforeSequence").GetInt64();
        int frames = 0;
        subscriber.TakeUntil(
            () =>
            {
                // Requested now and then only: the frames are to be taken meanwhile.
                bool look = subscriber.Frames >= frames + Hosts.Rate;
                frames = look ? subscriber.Frames : frames;
                return look && Lost() >= LostSamples;
            },
            "blocks are lost");
        connector.Signal(ProcessSignals.Terminate);
        connector.WaitForExit().ShouldBe(0, connector.Everything);
        monitor.WaitForError(Switched);
        joined = ulong.Parse(
            Sequence().Match(
                monitor.Errors.First(line => line.Contains(Switched, StringComparison.Ordinal))).Groups[1].ValueSpan,
            CultureInfo.InvariantCulture);
        return Finish(monitor, subscriber, view.Stream);
    }

    // The connector stands still until the subscriber is there: what a monitor computes before that is not for it.
    private Run Replay(ulong from)
    {
        using HostProcess connector = Hosts.StartConnector(
            _folder.File("replayer"),
            [
                "--Source:Type", "replay", "--Source:Folder", _folder.File("recorder"), "--Source:Speed", "max",
                "--Source:Await", "true", "--Source:From", $"{from}",
            ]);
        JsonElement Source() => connector.Json("/health").GetProperty("source");
        Eventually.True(
            () => Source().GetProperty("reason").GetString() == "waits for the first consumer to subscribe",
            "it waits",
            Limit);
        connector.Signal(ProcessSignals.Stop);
        using HostProcess monitor = StartMonitor("second", connector);
        using DerivedSubscriber subscriber = new(monitor.Endpoint("derived"), Formulas.Length);
        connector.Signal(ProcessSignals.Continue);
        Eventually.True(
            () => Source().GetProperty("reason").GetString() == "end of recording", "the recording ends", Limit);
        JsonElement stream = connector.Json("/health").GetProperty("streams")[0];
        MonitorView view = new(monitor);
        Eventually.True(
            () => view.Account.Delivered == stream.GetProperty("last").GetInt64(),
            "the monitor has every block from the first on",
            Limit);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
        Run run = Finish(monitor, subscriber, stream);
        subscriber.Frames.ShouldBe((int)view.Account.Delivered);
        return run;
    }

    // Every block that was delivered is computed, and its derived frame taken.
    private static Run Finish(HostProcess monitor, DerivedSubscriber subscriber, JsonElement stream)
    {
        MonitorView view = new(monitor);
        long delivered = -1;
        Eventually.True(() => delivered == (delivered = view.Delivered), "no more blocks come", Limit);
        subscriber.TakeUntil(() => subscriber.LastSequence == (ulong)delivered, "what is computed has come");
        return new Run(subscriber.Values, stream.GetProperty("lostBeforeSequence").GetInt64());
    }

    private HostProcess StartMonitor(string state, HostProcess connector)
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
        return Hosts.StartMonitor(
            _folder.File(state), connector, ["--Derived:Endpoint", Hosts.AnyPort, "--Derived:QueueBlocks", "4096"]);
    }

    [GeneratedRegex("computes from sequence ([0-9]+) of")]
    private static partial Regex Sequence();

    private sealed record Run(SortedDictionary<long, long>[] Values, long SamplesLost);
}
