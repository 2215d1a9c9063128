using FuncLibs.Runtime.Timing;
using Testing;

namespace FuncLibs.Tests.Runtime.Timing;

public sealed class LatencyHistogramTests
{
    private readonly LatencyHistogram _histogram = new();

    [Fact]
    public void PercentileNs_NoSamples_IsZero() => _histogram.PercentileNs(99).ShouldBe(0);

    [Theory]
    [InlineData(0)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(1_000_000)]
    [InlineData(4_398_046_511_103)]
    public void PercentileNs_OneSampleBelowALargerOne_IsAtMostA64thTooHigh(long ns)
    {
        _histogram.Record(ns);
        _histogram.Record(long.MaxValue);

        _histogram.PercentileNs(50).ShouldBeInRange(ns, ns + (ns / 64));
    }

    [Fact]
    public void PercentileNs_UniformSamples_AreWithinAPercentAndAHalf()
    {
        for (int i = 1; i <= 100_000; i++)
            _histogram.Record(i * 10L);

        foreach (double percent in new[] { 1, 50, 90, 99, 99.9 })
            ((double)_histogram.PercentileNs(percent)).ShouldBe(percent * 10_000, percent * 10_000 / 64);
        _histogram.PercentileNs(100).ShouldBe(1_000_000);
        _histogram.Count.ShouldBe(100_000);
    }

    [Fact]
    public void Record_Negative_CountsAsZero()
    {
        _histogram.Record(-5);

        (_histogram.Count, _histogram.MaxNs, _histogram.PercentileNs(100)).ShouldBe((1, 0, 0));
    }

    [Fact]
    public void Add_Another_IsAsIfRecordedHere()
    {
        LatencyHistogram other = new();
        LatencyHistogram both = new();
        for (int i = 1; i <= 1000; i++)
        {
            (i % 3 == 0 ? other : _histogram).Record(i * 1000L);
            both.Record(i * 1000L);
        }

        _histogram.Add(other);

        (_histogram.Count, _histogram.MaxNs).ShouldBe((both.Count, both.MaxNs));
        foreach (double percent in new[] { 1, 50, 99, 99.9 })
            _histogram.PercentileNs(percent).ShouldBe(both.PercentileNs(percent));
    }

    [Fact]
    public void Reset_AfterSamples_ClearsThem()
    {
        _histogram.Record(77);

        _histogram.Reset();

        (_histogram.Count, _histogram.MaxNs, _histogram.PercentileNs(50)).ShouldBe((0, 0, 0));
    }

    [Fact]
    public void Record_WhenWarm_DoesNotAllocate() => Allocation.OfWarm(() => _histogram.Record(123)).ShouldBe(0);

    [Fact]
    public void Buckets_RecordedInAnother_GiveItsPercentiles()
    {
        var random = new Random(7);
        for (int i = 0; i < 10_000; i++)
            _histogram.Record((long)Math.Pow(10, random.NextDouble() * 9));
        LatencyHistogram pool = new();

        pool.Add(_histogram.Buckets);

        pool.Count.ShouldBe(10_000);
        foreach (double percent in new[] { 0, 50, 99, 99.9, 100 })
            pool.PercentileNs(percent).ShouldBe(_histogram.PercentileNs(percent));
    }

    [Fact]
    public void Buckets_NoSamples_AreNone() => _histogram.Buckets.ShouldBeEmpty();
}
