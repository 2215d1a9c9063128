using FuncLibs.Signals.Buckets;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Taps;

namespace SignalMonitor.Tests.Dashboard.Live;

public class PairFeedTests
{
    private const int Rate = 10_000;
    private const long StepNs = 1_000_000_000 / Rate;

    [Fact]
    public void Add_AnyCutsIntoBlocks_AreTheSamePairs()
    {
        Pair[] whole = Run(10_000, max: 10_000, seed: 1);

        Run(10_000, max: 7, seed: 2).ShouldBe(whole);
        Run(10_000, max: 1, seed: 3).ShouldBe(whole);
    }

    [Fact]
    public void Add_Samples_NoMoreThanRequestedAndTheExtremesOfEachStride()
    {
        PairFeed feed = New(500);
        feed.Stride.ShouldBe(80);
        Pair[] pairs = Run(10_000, max: 100, seed: 4);

        pairs.Length.ShouldBeLessThanOrEqualTo(500);
        for (long stride = 0; stride < (10_000 / 80) - 1; stride++)
        {
            (double X, double Y)[] samples = [.. Enumerable.Range((int)stride * 80, 80).Select(i => Sample(i))];
            Pair[] kept = [.. pairs.Where(pair => pair.Ns / StepNs / 80 == stride)];
            kept.Min(pair => pair.X).ShouldBe(samples.Min(sample => sample.X));
            kept.Max(pair => pair.X).ShouldBe(samples.Max(sample => sample.X));
            kept.Min(pair => pair.Y).ShouldBe(samples.Min(sample => sample.Y));
            kept.Max(pair => pair.Y).ShouldBe(samples.Max(sample => sample.Y));
        }

        pairs.Select(pair => pair.Ns).ShouldBeInOrder();
    }

    [Fact]
    public void Add_SlowRate_KeepsEverySample()
    {
        PairFeed feed = New(Rate);
        feed.Add([1, 2, 3], [4, 5, 6], Block(0, 3));

        feed.Written.ShouldBe(3);
        feed[2].ShouldBe(new Pair(2 * StepNs, 3, 6));
    }

    [Fact]
    public void Add_TwoRates_TakesTheFasterAtTheTimesOfTheSlower()
    {
        PairFeed feed = new(Column(Rate), Column(2 * Rate) with { Times = new SampleTimes(Rate, 2, 1) }, Rate);
        feed.Add([1, 2], [10, 11, 20, 21], Block(0, 2));

        (feed[0], feed[1]).ShouldBe((new Pair(0, 1, 10), new Pair(StepNs, 2, 20)));
    }

    [Fact]
    public void Decimated_GapAmongThePairs_StaysABreak()
    {
        PairFeed feed = New(Rate);
        for (int i = 0; i < 100; i++)
            feed.Add([i], [i], Block(i < 50 ? i : i + 10, 1));

        Pair[] kept = feed.Decimated(0, 20);

        kept.Length.ShouldBeLessThanOrEqualTo(20);
        kept.Count(pair => !pair.IsNumber).ShouldBe(1);
        int at = Array.FindIndex(kept, pair => !pair.IsNumber);
        (kept[at - 1].X, kept[at + 1].X).ShouldBe((49.0, 50.0));
    }

    [Fact]
    public void Add_BehindAGap_BreaksTheCurve()
    {
        PairFeed feed = New(Rate);
        feed.Add([1], [1], Block(0, 1));
        feed.Add([2], [2], Block(1, 1));
        feed.Add([3], [3], Block(5, 1));

        feed.Written.ShouldBe(4);
        feed[2].IsNumber.ShouldBeFalse();
        feed[3].X.ShouldBe(3);
    }

    [Fact]
    public void Add_NaN_IsKeptOnlyWhereNothingElseIs()
    {
        PairFeed feed = New(Rate / 2);
        feed.Stride.ShouldBe(8);
        double[] x = [.. Enumerable.Repeat(double.NaN, 8), .. Enumerable.Repeat(double.NaN, 7), 3, 0];
        feed.Add(x, new double[17], Block(0, 17));

        feed.Written.ShouldBe(2);
        feed[0].IsNumber.ShouldBeFalse();
        feed[1].X.ShouldBe(3);
    }

    [Fact]
    public void Decimated_ManyPairs_FitAndHaveTheExtremes()
    {
        PairFeed feed = New(Rate);
        double[] x = [.. Enumerable.Range(0, 8000).Select(i => Sample(i).X)];
        double[] y = [.. Enumerable.Range(0, 8000).Select(i => Sample(i).Y)];
        feed.Add(x, y, Block(0, 8000));
        Pair[] fewer = feed.Decimated(0, 500);

        fewer.Length.ShouldBeLessThanOrEqualTo(500);
        (fewer.Min(pair => pair.X), fewer.Max(pair => pair.X)).ShouldBe((x.Min(), x.Max()));
        (fewer.Min(pair => pair.Y), fewer.Max(pair => pair.Y)).ShouldBe((y.Min(), y.Max()));
        fewer.Select(pair => pair.Ns).ShouldBeInOrder();
    }

    [Fact]
    public void Add_MoreThanIsKept_DropsTheOldest()
    {
        PairFeed feed = New(Rate);
        for (int i = 0; i < 9000; i++)
            feed.Add([i], [i], Block(i, 1));

        (feed.Written, feed.Oldest).ShouldBe((9000, 9000 - LiveLimits.KeptPairs));
        feed[feed.Oldest].X.ShouldBe(feed.Oldest);
    }

    private static Pair[] Run(int samples, int max, int seed)
    {
        PairFeed feed = New(500);
        Random random = new(seed);
        for (int from = 0; from < samples;)
        {
            int count = Math.Min(samples - from, 1 + random.Next(max));
            double[] x = [.. Enumerable.Range(from, count).Select(i => Sample(i).X)];
            double[] y = [.. Enumerable.Range(from, count).Select(i => Sample(i).Y)];
            feed.Add(x, y, Block(from, count));
            from += count;
        }

        return [.. Enumerable.Range(0, (int)feed.Written).Select(i => feed[i])];
    }

    private static (double X, double Y) Sample(int index)
    {
        Random random = new(index);
        return (random.NextDouble(), random.NextDouble());
    }

    private static PairFeed New(int perSecond) => new(Column(Rate), Column(Rate), perSecond);

    private static LiveColumn Column(double rate) => new("a", "", null, new SampleTimes(Rate, 1, 1), rate, 1);

    private static LiveSlot Block(long first, int points) =>
        new(0, 0) { FirstIndex = first, BasePoints = points, AcquiredNs = first * StepNs };
}
