using FuncLibs.Signals.Buckets;
using Testing;

namespace FuncLibs.Tests.Signals.Buckets;

public class ColumnBucketsTests
{
    private const long Start = 1_700_000_000_000_000_000;
    private static readonly BucketGrid Grid = new(BucketGrid.FinestNs);
    private static readonly SampleTimes Times = new(1000, 1, 1);

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1000)]
    public void Add_AnyCuts_AreTheSameBuckets(int points)
    {
        ColumnBuckets buckets = Run(2000, points);
        BucketTable table = Read(buckets, 20);

        for (int b = 0; b < 20; b++)
            table[b, 0].ShouldBe(new Bucket(b * 100, (b * 100) + 99, b * 100, (b * 100) + 99, 100));
    }

    [Fact]
    public void AddTo_CoarserTable_MergesThem()
    {
        BucketTable table = new();
        table.Reset(new BucketGrid(2 * BucketGrid.FinestNs), Start / (2 * BucketGrid.FinestNs), 10, 1);
        Run(2000, 50).AddTo(table, 0, table.StartNs, table.EndNs);

        table[9, 0].ShouldBe(new Bucket(1800, 1999, 1800, 1999, 200));
    }

    [Fact]
    public void Add_MoreThanIsKept_DropsTheOldest()
    {
        BucketTable table = Read(Run(20_000, 100), 200);

        Enumerable.Range(0, 200).Count(b => table[b, 0].Count > 0).ShouldBe(50);
        table[199, 0].Last.ShouldBe(19_999);
    }

    [Fact]
    public void Add_TimeSetBackBeyondWhatIsKept_Restarts()
    {
        ColumnBuckets buckets = Run(20_000, 100);
        buckets.Add([1, 2], Times, 0, Start, new SampleCuts());

        Read(buckets, 1)[0, 0].Count.ShouldBe(2);
    }

    [Fact]
    public void Add_Warm_DoesNotAllocate()
    {
        ColumnBuckets buckets = new(Grid, 50);
        SampleCuts cuts = new();
        double[] values = new double[500];
        long first = 0;

        Allocation.OfWarm(() =>
        {
            buckets.Add(values, Times, first, Start + (first * 1_000_000), cuts);
            first += 500;
        }).ShouldBe(0);
    }

    private static ColumnBuckets Run(int samples, int points)
    {
        ColumnBuckets buckets = new(Grid, 50);
        SampleCuts cuts = new();
        for (int first = 0; first < samples; first += points)
        {
            double[] values = [.. Enumerable.Range(first, Math.Min(points, samples - first)).Select(i => (double)i)];
            buckets.Add(values, Times, first, Start + (first * 1_000_000L), cuts);
        }

        return buckets;
    }

    private static BucketTable Read(ColumnBuckets buckets, int rows)
    {
        BucketTable table = new();
        table.Reset(Grid, Grid.IndexOf(Start), rows, 1);
        buckets.AddTo(table, 0, table.StartNs, table.EndNs);
        return table;
    }
}
