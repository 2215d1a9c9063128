using FuncLibs.Signals.Buckets;

namespace FuncLibs.Tests.Signals.Buckets;

public class BucketGridTests
{
    private static readonly BucketGrid Grid = new(100);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(99, 0)]
    [InlineData(100, 1)]
    [InlineData(-1, -1)]
    [InlineData(-100, -1)]
    [InlineData(-101, -2)]
    [InlineData(long.MaxValue, long.MaxValue / 100)]
    public void IndexOf_AMoment_IsRoundedDown(long ns, long index) => Grid.IndexOf(ns).ShouldBe(index);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(100, 1)]
    [InlineData(101, 2)]
    [InlineData(-99, 0)]
    public void FirstWholeStart_AMoment_IsTheFirstBucketAfterIt(long ns, long index) =>
        Grid.FirstWholeStart(ns).ShouldBe(index);

    [Theory]
    [InlineData(60, 600, 1)]
    [InlineData(60, 599, 2)]
    [InlineData(60, 300, 2)]
    [InlineData(60, 299, 4)]
    [InlineData(600, 2048, 4)]
    [InlineData(1, 1, 16)]
    public void CoarsenTo_SomeBuckets_IsTheFinestThatFits(int seconds, long buckets, int times)
    {
        BucketGrid grid = new BucketGrid(BucketGrid.FinestNs).CoarsenTo(seconds, buckets);
        grid.WidthNs.ShouldBe(times * BucketGrid.FinestNs);
        grid.CountIn(seconds).ShouldBeLessThanOrEqualTo(buckets);
    }
}
