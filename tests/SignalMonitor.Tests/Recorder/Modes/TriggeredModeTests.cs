using FuncLibs.Blocks;
using SignalMonitor.Events;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Recorder.Modes;

public sealed class TriggeredModeTests
{
    [Fact]
    public void Take_Level_KeepsTheBlocksWithASampleOfTheWindow()
    {
        using ModeRun run = new(Triggered(Trigger(TriggerKind.Level, preMs: 1, postMs: 1)));
        run.Send(1, 49);
        run.Send(50, block => Force(block)[1] = 7);
        run.Send(51, 100);
        run.End();

        // The trigger is 1 sample into block 50: 30 samples before it are in block 40, 30 after it in block 60.
        run.Sequences().ShouldBe(Range(40, 60));
        Verify(run, kept: 21, notKept: 79);
    }

    [Fact]
    public void Take_EdgeRising_TriggersAtTheFirstSampleBeyond()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Edge, when: TriggerWhen.Rising, preMs: 0, postMs: 0)));
        run.Send(1, 9);
        run.Send(10, block => Force(block)[2] = 5);
        run.Send(11, block => Force(block).Fill(6));
        run.Send(12, block => Force(block)[0] = 6);
        run.Send(13, 20);
        run.End();

        run.Sequences().ShouldBe([10]);
    }

    [Fact]
    public void Take_EdgeFalling_TriggersWhenItGoesDown()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Edge, when: TriggerWhen.Falling, preMs: 0, postMs: 0)));
        run.Send(1, block => Force(block).Fill(6));
        run.Send(2, block => Force(block).Fill(6));
        run.Send(3, 5);
        run.End();

        run.Sequences().ShouldBe([3]);
    }

    [Fact]
    public void Take_NaNBetweenTheSamplesOfAnEdge_TriggersOnce()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Edge, when: TriggerWhen.Either, preMs: 0, postMs: 0)));
        run.Send(1, 3);
        run.Send(4, block => Force(block).Fill(double.NaN));
        run.Send(5, block => Force(block).Fill(9));
        run.Send(6, block => Force(block).Fill(9));
        run.End();

        run.Sequences().ShouldBe([5]);
    }

    [Fact]
    public void Take_CounterThatBeginsAgain_TriggersEachTimeItPassesTheLevel()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Edge, signal: "servo1.count", level: 3, preMs: 0, postMs: 0)));
        for (ulong sequence = 1; sequence <= 10; sequence++)
        {
            long count = (long)(sequence % 5);
            run.Send(sequence, block => block.Channel(BlockGroup.Servo, 0).Count.Fill(count));
        }

        run.End();
        run.Sequences().ShouldBe([3, 8]);
    }

    [Fact]
    public void Take_Bit_TriggersWithTheFirstBlockOfTheNewState()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Bit, signal: "bitin3", when: TriggerWhen.Either, preMs: 0, postMs: 0)));
        run.Send(1, 4);
        for (ulong sequence = 5; sequence <= 8; sequence++)
            run.Send(sequence, block => block.SetBit(BitGroup.In, 2, true));
        run.Send(9, 12);
        run.End();

        run.Sequences().ShouldBe([5, 9]);
    }

    [Fact]
    public void Take_HoldOff_IgnoresTriggersInIt()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Level, preMs: 0, postMs: 0, holdOffMs: 1)));
        for (ulong sequence = 1; sequence <= 30; sequence++)
            run.Send(sequence, block => Force(block)[0] = 7);
        run.End();

        run.Sequences().ShouldBe([1, 11, 21]);
    }

    [Theory]
    [InlineData(TriggerKind.Event, nameof(DashboardEventKind.Alarm))]
    [InlineData(TriggerKind.Event, nameof(DashboardEventKind.Rig))]
    [InlineData(TriggerKind.Event, nameof(DashboardEventKind.Note))]
    [InlineData(TriggerKind.Break, nameof(DashboardEventKind.Break))]
    public void Take_Event_OpensTheWindowAroundItsTime(TriggerKind kind, string name)
    {
        DashboardEventKind happens = Enum.Parse<DashboardEventKind>(name);
        using ModeRun run = new(Triggered(
            Trigger(kind, signal: "", match: "*peak*", preMs: 1, postMs: 1)));
        run.Send(1, 100);
        run.Rig.Events.Add(happens, "main", DashboardEventSeverity.Info, At(50, 1), "another one");
        run.Rig.Events.Add(happens, "main", DashboardEventSeverity.Info, At(70, 1), "a Peak of force");
        run.WaitForTrigger();
        run.End();

        run.Sequences().ShouldBe(Range(60, 80));
    }

    [Fact]
    public void Take_EventOfAnotherKind_DoesNotTrigger()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Event, signal: "", @event: TriggerEvent.Note, preMs: 1, postMs: 1)));
        run.Send(1, 20);
        run.Rig.Events.Add(DashboardEventKind.Alarm, "main", DashboardEventSeverity.Info, At(10, 1), "alarm");
        run.End();

        run.Sequences().ShouldBeEmpty();
        Verify(run, kept: 0, notKept: 20);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Take_RandomSignalsTriggersGapsAndKills_KeepsWhatTheOracleKeeps(int seed)
    {
        Random random = new(seed);
        RecorderTriggerOptions[] triggers =
            [.. Enumerable.Range(0, random.Next(1, 4)).Select(place => RandomTrigger(random, place))];
        SortedDictionary<ulong, double[]> sent = RandomBlocks(random, blocks: 150);
        using ModeRun run = new(Triggered(triggers));
        ulong[] kills = [(ulong)random.Next(10, 140), (ulong)random.Next(10, 140)];
        foreach ((ulong sequence, double[] samples) in sent)
        {
            run.Send(sequence, block => Fill(block, samples));
            if (random.Next(25) == 0)
                run.WaitUntilWrittenDown();
            if (kills.Contains(sequence))
                run.KillAndResume();
        }

        run.End();

        run.Sequences().ShouldBe(Oracle(triggers, sent), $"seed {seed}");
        VerifyAll(run, sent);
    }

    [Fact]
    public void Restart_InThePostTime_GoesOnWithIt()
    {
        using ModeRun run = new(Triggered(Trigger(TriggerKind.Level, preMs: 0, postMs: 2)));
        run.Send(1, 9);
        run.Send(10, block => Force(block)[0] = 7);
        run.Send(11, 20);
        run.WaitUntilSettled(15);
        run.KillAndResume();
        run.Send(21, 60);
        run.End();

        run.Sequences().ShouldBe(Range(10, 30));
    }

    [Fact]
    public void Restart_BeforeTheTrigger_HasItsPreTime()
    {
        using ModeRun run = new(Triggered(Trigger(TriggerKind.Level, preMs: 2, postMs: 0)));
        run.Send(1, 40);
        run.WaitUntilSettled(10);
        run.KillAndResume();
        run.Send(41, block => Force(block)[0] = 7);
        run.Send(42, 50);
        run.End();

        run.Sequences().ShouldBe(Range(21, 41));
        Verify(run, kept: 21, notKept: 29);
    }

    [Fact]
    public void Restart_AsItShould_LosesNothingAndClosesItsAccount()
    {
        using ModeRun run = new(Triggered(Trigger(TriggerKind.Level, preMs: 2, postMs: 0)));
        run.Send(1, 40);
        run.RestartAndResume();
        run.Send(41, block => Force(block)[0] = 7);
        run.Send(42, 50);
        run.End();

        // What waits for a trigger when a monitor ends is kept: more than is needed, never less.
        Range(21, 41).ShouldBeSubsetOf(run.Sequences());
        run.Verified.IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void Take_SignalThatDoesNotExist_KeepsEverythingAndSaysSo()
    {
        using ModeRun run = new(Triggered(Trigger(TriggerKind.Level, name: "peak", signal: "servo9.force")));
        run.Send(1, 20);
        run.End();

        run.Sequences().ShouldBe(Range(1, 20));
        run.Said().ShouldContain(text => text.Contains("no stream has the signal of trigger peak"));
    }

    [Fact]
    public void Take_SignalThatDisappearsWithANewCatalogue_KeepsEverythingFromThereOn()
    {
        using ModeRun run = new(Triggered(
            Trigger(TriggerKind.Level, signal: "ad2", preMs: 0, postMs: 0)));
        run.Send(1, 20);
        run.Describe(TestStream.Description with { AD = [TestStream.Description.AD[0]] });
        run.Rig.Intake.Block.SetGroup(BlockGroup.AD, 1);
        run.Send(21, 30);
        run.End();

        run.Sequences().ShouldBe(Range(21, 30));
        run.Verified.IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void Take_RingTooSmallForThePreTime_SaysBothNumbersAndKeepsTheTrigger()
    {
        using ModeRun run = new(
            Triggered(Trigger(TriggerKind.Level, preMs: 600_000, postMs: 0)));
        for (ulong sequence = 1; sequence < 3000; sequence += 400)
        {
            run.Send(sequence, Math.Min(sequence + 399, 2999));
            run.WaitUntilTaken();
        }

        run.Send(3000, block => Force(block)[0] = 7);
        run.End();

        run.Sequences().ShouldContain(3000UL);
        run.Verified.NotKept.ShouldBeGreaterThan(0);
        run.Verified.IsWhole.ShouldBeTrue();
        run.Said().ShouldContain(text => text.Contains("600 s before a trigger of stream main need")
            && text.Contains("MiB of memory, and there are 0.5"));
    }

    [Fact]
    public void Take_StormOfTriggers_KeepsEveryBlockAndStaysBounded()
    {
        using ModeRun run = new(Triggered(
            [.. Enumerable.Range(0, RecorderTriggerOptions.MaxTriggers).Select(
                place => Trigger(TriggerKind.Level, name: $"t{place}", preMs: 0, postMs: 0))]));
        for (ulong sequence = 1; sequence <= 300; sequence++)
            run.Send(sequence, sequence % 2 == 0 ? block => Force(block).Fill(7) : null);
        run.End();

        run.Sequences().ShouldBe([.. Range(1, 300).Where(sequence => sequence % 2 == 0)]);
        run.Said().Count(text => text.StartsWith("trigger t0", StringComparison.Ordinal)).ShouldBeInRange(1, 20);
        run.Verified.IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void Take_DiskIsFull_CountsWhatIsLostAndTheAccountCloses()
    {
        Dictionary<string, FaultyFiles> disks = [];
        using ModeRun run = new(
            Triggered(Trigger(TriggerKind.Level, preMs: 0, postMs: 0)),
            files: folder => disks[folder] = new FaultyFiles(folder) { Free = 0 });
        run.Send(1, 4);
        run.Send(5, block => Force(block).Fill(7));
        run.Send(6, 9);
        run.Rig.WaitFor(status => status.Lost == 1 && status.Fault is not null);
        run.End();

        run.Rig.Document(ModeRun.Name).Accounts.ShouldBe([new RecordedAccount("journal", 9, 0, 8, 1, null)]);
        run.Rig.Document(ModeRun.Name).LostBlocks.ShouldBe(1);
    }

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    private static RecorderOptions Triggered(params RecorderTriggerOptions[] triggers) =>
        new() { Mode = RecorderMode.Triggered, Triggers = triggers };

    private static RecorderTriggerOptions Trigger(
        TriggerKind kind,
        string name = "t",
        string signal = "servo1.force",
        double level = 5,
        TriggerWhen? when = null,
        TriggerEvent @event = TriggerEvent.Any,
        string match = "*",
        int preMs = 1000,
        int postMs = 1000,
        int holdOffMs = 0) => new()
        {
            Name = name,
            Kind = kind,
            Signal = signal,
            Level = level,
            When = when,
            Event = @event,
            Match = match,
            PreMs = preMs,
            PostMs = postMs,
            HoldOffMs = holdOffMs,
        };

    private static Span<double> Force(CDataBlock block) => block.Channel(BlockGroup.Servo, 0).Sensor(0);

    private static ulong[] Range(ulong first, ulong last) =>
        [.. Enumerable.Range((int)first, (int)(last - first) + 1).Select(each => (ulong)each)];

    private static long At(ulong sequence, int point) =>
        TestStream.AcquiredNs + ModeRun.NsOf(ModeRun.IndexOf(sequence) + point);

    private static void Verify(ModeRun run, long kept, long notKept) => run.Verified.ShouldSatisfyAllConditions(
        summary => (summary.Blocks, summary.Gaps, summary.NotKept).ShouldBe((kept, 0, notKept)),
        summary => summary.Problems.ShouldBeEmpty(),
        summary => summary.Accounts.Single().IsClosed.ShouldBeTrue());

    private static void VerifyAll(ModeRun run, SortedDictionary<ulong, double[]> sent)
    {
        RecordingSummary summary = run.Verified;
        summary.Problems.ShouldBeEmpty();
        (summary.Blocks + summary.NotKept).ShouldBe(sent.Count);
        summary.Accounts.Single().Received.ShouldBe(sent.Count);
    }

    private static RecorderTriggerOptions RandomTrigger(Random random, int place)
    {
        TriggerKind kind = random.Next(2) == 0 ? TriggerKind.Level : TriggerKind.Edge;
        return new RecorderTriggerOptions
        {
            Name = $"t{place}",
            Kind = kind,
            Signal = random.Next(2) == 0 ? "servo1.force" : "ad1",
            Level = random.Next(3, 6),
            When = kind == TriggerKind.Level
                ? (TriggerWhen?)null : (TriggerWhen)random.Next((int)TriggerWhen.Either + 1),
            PreMs = random.Next(3),
            PostMs = random.Next(3),
            HoldOffMs = random.Next(3),
        };
    }

    // Some blocks are lost; 3 samples of the force and 4 of the input each.
    private static SortedDictionary<ulong, double[]> RandomBlocks(Random random, int blocks)
    {
        SortedDictionary<ulong, double[]> sent = [];
        for (ulong sequence = 1; sequence <= (ulong)blocks; sequence++)
        {
            if (random.Next(20) != 0)
                sent[sequence] = [.. Enumerable.Range(0, 7).Select(_ => random.Next(40) switch
                {
                    0 => double.NaN,
                    1 => random.Next(3, 8),
                    _ => random.Next(0, 2),
                })];
        }

        return sent;
    }

    private static void Fill(CDataBlock block, double[] samples)
    {
        samples.AsSpan(0, 3).CopyTo(Force(block));
        samples.AsSpan(3, 4).CopyTo(block.Channel(BlockGroup.AD, 0).Values);
    }

    // By all samples of all blocks: an input has 4 samples for 3 of a servo channel.
    private static ulong[] Oracle(RecorderTriggerOptions[] triggers, SortedDictionary<ulong, double[]> sent)
    {
        List<(long From, long To)> windows = [];
        foreach (RecorderTriggerOptions trigger in triggers)
        {
            double previous = double.NaN;
            long? last = null;
            foreach ((ulong sequence, double[] samples) in sent)
            {
                bool isForce = trigger.Signal == "servo1.force";
                for (int i = 0; i < (isForce ? 3 : 4); i++)
                {
                    double value = samples[isForce ? i : 3 + i];
                    if (double.IsNaN(value))
                        continue;
                    bool up = previous < trigger.Level && value >= trigger.Level;
                    bool down = previous > trigger.Level && value <= trigger.Level;
                    bool fires = trigger.When switch
                    {
                        null => value >= trigger.Level,
                        TriggerWhen.Rising => up,
                        TriggerWhen.Falling => down,
                        _ => up || down,
                    };
                    previous = value;
                    long ns = TimeOf(sequence, i, isForce ? 3 : 4);
                    if (!fires || ns < last + (trigger.HoldOffMs * 1_000_000L))
                        continue;
                    last = ns;
                    windows.Add((ns - (trigger.PreMs * 1_000_000L), ns + (trigger.PostMs * 1_000_000L)));
                }
            }
        }

        return
        [
            .. sent.Keys.Where(sequence => windows.Any(window =>
                Enumerable.Range(0, 3).Select(i => TimeOf(sequence, i, 3))
                    .Concat(Enumerable.Range(0, 4).Select(i => TimeOf(sequence, i, 4)))
                    .Concat(Enumerable.Range(0, 2).Select(i => TimeOf(sequence, i, 2)))
                    .Any(ns => ns >= window.From && ns <= window.To))),
        ];
    }

    private static long TimeOf(ulong sequence, int point, int points) => (long)(
        ((((Int128)ModeRun.IndexOf(sequence) * points) + (point * 3)) * 1_000_000_000)
        / ((long)ReferenceBlocks.SampleRateHz * points));
}
