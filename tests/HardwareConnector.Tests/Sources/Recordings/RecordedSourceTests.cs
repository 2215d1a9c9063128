using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Recordings;
using Testing;

namespace HardwareConnector.Tests.Sources.Recordings;

public sealed class RecordedSourceTests : IDisposable
{
    private const long PeriodNs = 10_000_000;
    private readonly RecordedRun _run = new(0, 1, 2, 5, 6, 7, 8, 9);
    private readonly LogLines<RecordedSource> _log = new();

    public void Dispose() => _run.Dispose();

    [Fact]
    public void Run_Max_GivesTheRecordedBlocksBitByBit()
    {
        using RunningSource source = Start(_run.Options());
        source.Next().Description!.Streams.ShouldBe([_run.Stream]);
        source.Next().Link.ShouldBe(LinkState.Online);
        var expected = new CDataBlock(TestRig.Rig.Layout);

        foreach (long index in new long[] { 0, 1, 2, 5, 6, 7, 8, 9 })
        {
            SourceItem item = source.Next();
            TestRig.Rig.Fill(expected, index);
            BlockEquality.Difference(item.Block!, expected).ShouldBeNull();
            item.Pool!.Return(item.Block!);
        }
    }

    [Fact]
    public void Run_GapOfTheRecording_IsDeclaredWithItsReason()
    {
        using RunningSource source = Start(_run.Options());
        SampleRange[] missing = [.. Enumerable.Range(0, 8).Select(_ => TakeBlock(source).Missing)];

        missing
            .Where(range => range.Count > 0)
            .ShouldBe([new SampleRange(3 * TestRig.Points, 2 * TestRig.Points, "missing from the rig")]);
        missing[3].Count.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Run_End_IsOfflineWithItsReason()
    {
        using RunningSource source = Start(_run.Options());
        SourceItem end = source.Next(SourceItemKind.State);
        while (end.Link == LinkState.Online)
            end = source.Next(SourceItemKind.State);

        (end.Link, end.Reason).ShouldBe((LinkState.Offline, "end of recording"));
        Eventually.True(() => _log.Count(2051) == 1, "the end is logged");
        ((RecordedSource)source.Source).Progress.Passes.ShouldBe(1);
    }

    [Theory]
    [InlineData("1", 1)]
    [InlineData("10", 10)]
    public void Run_Speed_KeepsTheDistancesOfTheRecording(string speed, int factor)
    {
        using RunningSource source = Start(_run.Options(speed));
        (long Due, long Now)[] taken =
        [
            .. Enumerable.Range(0, 8).Select(_ => (TakeBlock(source).DueNs, TimeProvider.System.NowNs())),
        ];

        long[] recorded = [0, 1, 2, 5, 6, 7, 8, 9];
        for (int i = 1; i < taken.Length; i++)
            (taken[i].Due - taken[0].Due).ShouldBe(recorded[i] * PeriodNs / factor);
        taken.ShouldAllBe(block => block.Now >= block.Due + TestRig.Stream.BlockDurationNs - 1000);
        Eventually.True(
            () => ((RecordedSource)source.Source).Progress.RecordedNs == TestRig.DueNs(9), "the last block is counted");
    }

    [Fact]
    public void Run_Max_BlocksAreDueWhenTheyAreTaken()
    {
        long before = TimeProvider.System.NowNs();
        using RunningSource source = Start(_run.Options());

        for (int i = 0; i < 8; i++)
            (TakeBlock(source).DueNs
                + TestRig.Stream.BlockDurationNs).ShouldBeInRange(before, TimeProvider.System.NowNs() + 1000);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    [InlineData(8)]
    public void Run_NoConsumer_FillsHalfAQueueAndDropsNothing(int queue)
    {
        using RunningSource source = Start(_run.Options(), queue: queue);
        Eventually.True(() => source.Feed.Ring.Count >= queue / 2, "half a queue waits");
        long begin = TimeProvider.System.GetTimestamp();
        bool piledUp = false;
        Eventually.True(
            () =>
            {
                piledUp |= source.Feed.IsPilingUp;
                return TimeProvider.System.GetElapsedTime(begin) > TimeSpan.FromMilliseconds(50);
            },
            "the source had time for more");
        piledUp.ShouldBeFalse();

        long[] first = [.. Enumerable.Range(0, 8).Select(_ => TakeFirstIndex(source) / TestRig.Points)];

        first.ShouldBe([0, 1, 2, 5, 6, 7, 8, 9]);
        source.Feed.Dropped.ShouldBe(0);
    }

    [Fact]
    public void Run_JournalIsBehind_Waits()
    {
        bool isBehind = true;
        using RunningSource source = Start(_run.Options(), isJournalBehind: () => Volatile.Read(ref isBehind));
        Eventually.True(() => source.Source.Counters.Connections == 1, "it began");
        source.Feed.Ring.TryRead(out _, 50).ShouldBeFalse();

        Volatile.Write(ref isBehind, false);

        TakeFirstIndex(source).ShouldBe(0);
    }

    [Fact]
    public void Run_Loop_BeginsAgainAndReportsIt()
    {
        using RunningSource source = Start(_run.Options(), loops: true);
        for (int i = 0; i < 8; i++)
            TakeBlock(source);

        source.Next().Link.ShouldBe(LinkState.Restart);
        source.Next().Link.ShouldBe(LinkState.Online);
        SourceItem again = source.Next();
        (again.Block!.FirstSampleIndex, again.Missing.Count).ShouldBe((0, 0));
        again.Pool!.Return(again.Block);
    }

    [Fact]
    public void Run_LoopFromWithin_DeclaresNothingAtItsBegin()
    {
        RecordingOptions options = _run.Options("0.5");
        options.From = "6";
        using RunningSource source = Start(options, loops: true);

        for (int i = 0; i < 6; i++)
        {
            SourceItem item = source.Next(SourceItemKind.Block);
            (item.Block!.FirstSampleIndex, item.Missing.Count).ShouldBe(((7 + (i % 3)) * TestRig.Points, 0));
            item.Pool!.Return(item.Block);
        }
    }

    [Fact]
    public void Run_LoopWhoseFilesAreGone_Ends()
    {
        const int Queue = 16;
        using RunningSource source = Start(_run.Options(), loops: true, queue: Queue);
        TakeBlock(source);
        foreach (string file in Directory.GetFiles(_run.Folder, "*.seg"))
            File.Delete(file);

        SourceItem state = source.Next(SourceItemKind.State);
        for (int i = 0; i < Queue && state.Link != LinkState.Offline; i++)
            state = source.Next(SourceItemKind.State);
        (state.Link, state.Reason).ShouldBe((LinkState.Offline, "end of recording"));
    }

    [Fact]
    public void Run_Stop_ReturnsEveryBlock()
    {
        using RunningSource source = Start(_run.Options("1"));
        TakeBlock(source);
        source.Stop();
        while (source.Feed.Ring.TryRead(out SourceItem item))
            item.Pool?.Return(item.Block!);

        source.Feed.Description!.Pool(0).InUse.ShouldBe(0);
    }

    [Fact]
    public void Run_BrokenRecord_IsAGapThatNamesTheDamage()
    {
        using var run = new RecordedRun(0, 1, 2, 3, 4);
        RecordingDamage.BreakPayload(run.Folder, sequence: 3);
        using RunningSource source = Start(run.Options(), run: run);

        TakeBlock(source);
        TakeBlock(source);
        SampleRange missing = TakeBlock(source).Missing;

        (missing.First, missing.Count).ShouldBe((2 * TestRig.Points, TestRig.Points));
        missing.Reason.ShouldNotBeNull().ShouldStartWith("sequences 3 to 3 are not in the recording: ");
        missing.Reason.ShouldContain(".seg bytes");
    }

    [Fact]
    public void Run_Warm_DoesNotAllocatePerBlock()
    {
        const int Blocks = 400;
        using var run = new RecordedRun(Enumerable.Range(0, Blocks).Select(i => (long)i));
        using RunningSource source = Start(run.Options(), loops: true, run: run);
        for (int i = 0; i < 100; i++)
            Release(source);

        // A pass opens files and begins with a catalogue; in between a block costs nothing.
        Allocation.MinOf(
            () => source.Source.Counters.Allocation.Bytes,
            () =>
            {
                for (int i = 0; i < 50; i++)
                    Release(source);
            }).ShouldBe(0);
    }

    [Fact]
    public void Run_EventsOfTheRig_ComeAgainInFrontOfTheirBlocks()
    {
        using RecordedRun run = RecordedRun.WithATare(before: 9);
        using RunningSource source = Start(run.Options(), run: run);
        SourceItem reported = source.Next(SourceItemKind.Event);
        SourceItem block = source.Next(SourceItemKind.Block);
        long first = block.Block!.FirstSampleIndex;
        block.Pool!.Return(block.Block);

        (reported.Event!.Name, reported.Event.Channel, reported.Event.SampleIndex).ShouldBe(
            ("tare", "servo1.force", 9L * TestRig.Points));
        first.ShouldBe(9L * TestRig.Points);
        reported.Event.UtcNs.ShouldBe(block.DueNs);
    }

    [Fact]
    public void Run_MustNotBegin_ReportsWhatItWaitsForAndThenGivesEveryBlock()
    {
        int subscribers = 0;
        using RunningSource source = Start(_run.Options(), mayBegin: () => Volatile.Read(ref subscribers) > 0);
        SourceItem waits = source.Next();
        source.Source.Counters.Connections.ShouldBe(0);
        Volatile.Write(ref subscribers, 1);

        (waits.Link, waits.Reason).ShouldBe((LinkState.Offline, RecordedSource.AwaitReason));
        TakeBlock(source);
        source.Source.Counters.Connections.ShouldBe(1);
    }

    private static void Release(RunningSource source) => source.Pump(1);

    private static SourceItem TakeBlock(RunningSource source)
    {
        SourceItem item = source.Next(SourceItemKind.Block);
        item.Pool!.Return(item.Block!);
        return item;
    }

    // Read before it is given back: the source fills it again at once.
    private static long TakeFirstIndex(RunningSource source)
    {
        SourceItem item = source.Next(SourceItemKind.Block);
        long first = item.Block!.FirstSampleIndex;
        item.Pool!.Return(item.Block);
        return first;
    }

    private RunningSource Start(
        RecordingOptions options,
        bool loops = false,
        int queue = 128,
        Func<bool>? isJournalBehind = null,
        RecordedRun? run = null,
        Func<bool>? mayBegin = null) => new(
        feed => new RecordedSource(
            feed,
            (run ?? _run).Select(options),
            loops,
            BuiltInSerializers.CreateRegistry(),
            isJournalBehind ?? (() => false),
            TimeProvider.System,
            _log)
        {
            MayBegin = mayBegin ?? (() => true),
        },
        queue,
        replay: true);
}
