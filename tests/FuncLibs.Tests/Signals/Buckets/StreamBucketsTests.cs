using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Buckets;
using Testing;

namespace FuncLibs.Tests.Signals.Buckets;

public class StreamBucketsTests
{
    private const long Start = 1_700_000_000_000_000_000;
    private const int Seconds = 5;

    [Theory]
    [InlineData(30_000, 0)]
    [InlineData(30_000, 123_456_789)]
    [InlineData(6_000, 1)]
    [InlineData(7_777, 55)]
    public void Add_BlocksOfAnySize_AreTheBucketsOfAPlainLoop(int rate, long shiftNs)
    {
        for (int seed = 0; seed < 12; seed++)
        {
            CutSignal signal = new(rate, Start + shiftNs, seed);
            long first = (1_000_000L * seed) + (CutSignal.Step * seed);
            int samples = rate / CutSignal.Step * CutSignal.Step;
            StreamBuckets buckets = New(signal);
            Cut(signal, buckets, first, samples, new Random(seed), max: seed % 3 == 0 ? 1 : 100);

            foreach (string name in CutSignal.Names)
                Of(buckets, name).ShouldBe(
                    signal.Expected(name, first, samples, buckets.Plan.Grid),
                    ignoreOrder: true,
                    $"{name}, seed {seed}");
        }
    }

    [Fact]
    public void AddTo_CoarserGrid_IsAsIfItHadBeenKeptSo()
    {
        CutSignal signal = new(30_000, Start, 1);
        StreamBuckets buckets = New(signal);
        Cut(signal, buckets, 0, 60_000, new Random(1), max: 100);
        BucketGrid coarse = new(buckets.Plan.Grid.WidthNs * 4);

        foreach (string name in CutSignal.Names)
            Of(buckets, name, coarse).ShouldBe(signal.Expected(name, 0, 60_000, coarse), ignoreOrder: true);
    }

    [Fact]
    public void Add_Silence_IsAGapWithoutSamples()
    {
        CutSignal signal = new(1000, Start, 1);
        StreamBuckets buckets = New(signal);
        buckets.Add(signal.Block(0, 100), signal.AcquiredNs(0));
        buckets.Add(signal.Block(1000, 100), signal.AcquiredNs(1000));

        BucketTable table = Table(buckets, "servo1.force", buckets.Plan.Grid);
        Enumerable
            .Range(0, table.Buckets)
            .Select(b => table[b, 0].Count)
            .TakeLast(11)
            .ShouldBe([100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100]);
    }

    [Fact]
    public void Add_MoreThanIsKept_DropsTheOldest()
    {
        CutSignal signal = new(1000, Start, 1);
        StreamBuckets buckets = New(signal);
        for (int i = 0; i < 200; i++)
            buckets.Add(signal.Block(i * 100, 100), signal.AcquiredNs(i * 100));

        long newest = buckets.Plan.Grid.IndexOf(signal.AcquiredNs(19_900));
        Of(buckets, "ad1").Keys
            .Order()
            .ShouldBe(Enumerable.Range(0, buckets.Plan.Rows).Select(i => newest - buckets.Plan.Rows + 1 + i));
    }

    [Theory]
    [InlineData(-3600)]
    [InlineData(3600)]
    public void Add_ClockStepOfAnHour_GoesOnAtTheNewTime(int seconds)
    {
        CutSignal signal = new(1000, Start, 1);
        StreamBuckets buckets = New(signal);
        for (int i = 0; i < 10; i++)
            buckets.Add(signal.Block(i * 100, 100), signal.AcquiredNs(i * 100));
        long stepped = signal.AcquiredNs(1000) + (seconds * 1_000_000_000L);
        buckets.Add(signal.Block(1000, 100), stepped);

        Of(buckets, "servo1.force").Keys.ShouldBe([buckets.Plan.Grid.IndexOf(stepped)]);
        buckets.Read().UntilNs.ShouldBe(stepped + 100_000_000);
    }

    [Fact]
    public void Add_TrimmedBlock_LeavesTheRestWithoutSamples()
    {
        CutSignal signal = new(1000, Start, 1);
        StreamBuckets buckets = New(signal);
        CDataBlock block = signal.Block(0, 100);
        block.SetGroup(BlockGroup.Servo, 0);
        block.RemoveGroup(BlockGroup.AD);
        buckets.Add(block, Start);

        (Of(buckets, "servo1.force").Count, Of(buckets, "ad1").Count, Of(buckets, "temp1.command").Count).ShouldBe((0, 0, 1));
    }

    [Fact]
    public void Add_AbsurdTimes_AreBounded()
    {
        CutSignal signal = new(1000, Start, 1);
        StreamBuckets buckets = New(signal);
        foreach (long acquired in (long[])[long.MinValue, long.MaxValue, 0, -1])
            buckets.Add(signal.Block(long.MaxValue - 3, 100), acquired);

        buckets.Read().UntilNs.ShouldBe(99_999_999);
    }

    [Fact]
    public void Add_Warm_DoesNotAllocate()
    {
        CutSignal signal = new(30_000, Start, 1);
        StreamBuckets buckets = New(signal);
        CDataBlock block = signal.Block(0, 100);
        long acquired = Start;
        Allocation.OfWarm(() => buckets.Add(block, acquired += 3_333_333)).ShouldBe(0);
    }

    [Fact]
    public void AddTo_WhileBlocksCome_SeesEachRowOfOneMoment()
    {
        // Every sample of a block has the block's number: in a row of one moment all columns agree.
        CutSignal signal = new(100_000, Start, 1);
        StreamBuckets buckets = New(signal);
        using CancellationTokenSource stop = new();
        Thread writer = new(() => Write(signal, buckets, stop.Token));
        writer.Start();
        int rows = 0;
        Eventually.True(
            () => (rows += Enumerable.Range(0, 100).Sum(_ => AgreeingRows(buckets))) > 2000,
            "rows are read beside the writer");
        stop.Cancel();
        writer.Join();
    }

    private static void Write(CutSignal signal, StreamBuckets buckets, CancellationToken stop)
    {
        CDataBlock block = signal.Block(0, 100);
        for (long i = 0; !stop.IsCancellationRequested; i++)
        {
            block.Channel(BlockGroup.Servo, 0).Command.Fill(i);
            block.Channel(BlockGroup.AD, 0).Values.Fill(i);
            buckets.Add(block, Start + (i * 1_000_000));

            // As decoding takes its time between blocks; a writer that never pauses would keep every reader out.
            Thread.SpinWait(1000);
        }
    }

    private static int AgreeingRows(StreamBuckets buckets)
    {
        BucketState state = buckets.Read();
        if (state.Blocks == 0)
            return 0;
        BucketTable table = new();
        table.Reset(buckets.Plan.Grid, state.NewestBucket - 3, 4, 2);
        buckets.AddTo(table, table.StartNs, table.EndNs, [Find(buckets, "servo1.command"), Find(buckets, "ad1")]);
        int rows = 0;
        for (int b = 0; b < table.Buckets; b++)
        {
            if (table[b, 0].Count == 0)
                continue;
            (table[b, 0].Last, table[b, 0].Count * 3).ShouldBe((table[b, 1].Last, table[b, 1].Count));
            rows++;
        }

        return rows;
    }

    private static StreamBuckets New(CutSignal signal) => new(new BucketPlan(signal.Stream, Seconds));

    private static void Cut(CutSignal signal, StreamBuckets buckets, long first, int samples, Random random, int max)
    {
        for (long end = first + samples; first < end;)
        {
            int points = (int)Math.Min(CutSignal.Step * random.Next(1, max + 1), end - first);
            buckets.Add(signal.Block(first, points), signal.AcquiredNs(first));
            first += points;
        }
    }

    private static int Find(StreamBuckets buckets, string name) =>
        buckets.Plan.Signals.Select(
            (SignalDescription signal, int i) => (signal.Name, i)).Single(s => s.Name == name).i;

    private static BucketTable Table(StreamBuckets buckets, string name, BucketGrid grid)
    {
        BucketTable table = new();
        long last = grid.IndexOf(buckets.Plan.Grid.StartOf(buckets.Read().NewestBucket));
        table.Reset(grid, last - buckets.Plan.Rows, buckets.Plan.Rows + 1, 1);
        buckets.AddTo(table, table.StartNs, table.EndNs, [Find(buckets, name)]);
        return table;
    }

    private static Dictionary<long, Bucket> Of(StreamBuckets buckets, string name, BucketGrid? grid = null)
    {
        BucketTable table = Table(buckets, name, grid ?? buckets.Plan.Grid);
        return Enumerable
            .Range(0, table.Buckets)
            .Where(b => table[b, 0].Count > 0)
            .ToDictionary(b => table.First + b, b => table[b, 0]);
    }
}
