using FuncLibs.Signals.Buckets;
using Testing;

namespace FuncLibs.Tests.Signals.Buckets;

public class BucketTests
{
    private const double NaN = double.NaN;

    [Fact]
    public void Of_Numbers_IsMinMaxFirstLast() =>
        Bucket.From([2.0, 7, -1, 3]).ShouldBe(new Bucket(-1, 7, 2, 3, 4));

    [Fact]
    public void Of_NothingButNaN_CountsThem() =>
        Bucket.From([NaN, NaN, NaN, NaN, NaN]).ShouldBe(new Bucket(NaN, NaN, NaN, NaN, 5));

    [Fact]
    public void Of_NaNAmongNumbers_IsNeitherMinNorMax() =>
        Bucket.From([NaN, 3, NaN, 1, NaN]).ShouldBe(new Bucket(1, 3, NaN, NaN, 5));

    [Fact]
    public void Of_Infinities_AreValues() => Bucket.From([1, double.PositiveInfinity, double.NegativeInfinity])
        .ShouldBe(new Bucket(double.NegativeInfinity, double.PositiveInfinity, 1, double.NegativeInfinity, 3));

    [Fact]
    public void Of_OnlyInfinity_IsNotTakenForNothing() =>
        Bucket
            .From([double.PositiveInfinity, NaN])
            .ShouldBe(new Bucket(double.PositiveInfinity, double.PositiveInfinity, double.PositiveInfinity, NaN, 2));

    [Fact]
    public void Of_Zeros_ArePositiveAsMinAndMaxAndThemselvesAtTheEnds()
    {
        foreach ((double first, double last) in ((double, double)[])[(0.0, -0.0), (-0.0, 0.0), (-0.0, -0.0)])
        {
            Bucket bucket = Bucket.From([first, last]);
            (double.IsNegative(bucket.Min), double.IsNegative(bucket.Max)).ShouldBe((false, false));
            (double.IsNegative(bucket.First), double.IsNegative(bucket.Last)).ShouldBe(
                (double.IsNegative(first), double.IsNegative(last)));
        }
    }

    [Fact]
    public void Of_Integers_IsTheSameAsOfTheirNumbers() => Bucket.From([5L, -2, 9]).ShouldBe(Bucket.From([5.0, -2, 9]));

    [Fact]
    public void Of_NoSamples_IsAGap() =>
        (Bucket.From(ReadOnlySpan<double>.Empty), Bucket.From(ReadOnlySpan<long>.Empty)).ShouldBe((default, default));

    [Fact]
    public void Append_AGapOnEitherSide_ChangesNothing()
    {
        Bucket bucket = Bucket.From([1.0, 2]);
        bucket.Append(default).ShouldBe(bucket);
        default(Bucket).Append(bucket).ShouldBe(bucket);
    }

    [Fact]
    public void Append_AnyCut_IsTheWhole()
    {
        var random = new Random(3);
        double[] samples =
        [
            .. Enumerable.Range(0, 60).Select(_ => random.Next(4) == 0 ? NaN : Math.Round(random.NextDouble() * 10)),
        ];
        Bucket whole = Bucket.From(samples);
        for (int cut = 0; cut <= samples.Length; cut++)
            Bucket.From(samples.AsSpan(0, cut)).Append(Bucket.From(samples.AsSpan(cut))).ShouldBe(whole);
    }

    [Fact]
    public void Of_Warm_DoesNotAllocate()
    {
        double[] samples = new double[200];
        Allocation.OfWarm(() => Bucket.From(samples).Append(Bucket.From(samples.AsSpan(7)))).ShouldBe(0);
    }
}
