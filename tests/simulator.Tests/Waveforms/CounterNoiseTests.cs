using System.Runtime.Intrinsics;
using Simulator.Waveforms;

namespace Simulator.Tests.Waveforms;

public sealed class CounterNoiseTests
{
    private const int Count = 400_000;
    private static readonly double[] Noise = Sequence(CounterNoise.Key(1, 0, 0, 0));

    [Fact]
    public void Normal_OfManySamples_HasTheMomentsOfANormalNumber()
    {
        double variance = Noise.Average(v => v * v);

        Noise.Average().ShouldBe(0, 5 / Math.Sqrt(Count));
        variance.ShouldBe(1, 5 * Math.Sqrt(2.0 / Count));
        Noise.Average(v => v * v * v).ShouldBe(0, 5 * Math.Sqrt(15.0 / Count));
        (Noise.Average(v => v * v * v * v) / (variance * variance)).ShouldBe(3, 5 * Math.Sqrt(24.0 / Count));
    }

    [Theory]
    [InlineData(1, 0.6827)]
    [InlineData(2, 0.9545)]
    [InlineData(3, 0.9973)]
    public void Normal_OfManySamples_FallsWithinItsDeviationsAsOften(double deviations, double part) =>
        ((double)Noise.Count(v => Math.Abs(v) < deviations) / Count).ShouldBe(part, 0.004);

    [Fact]
    public void Normal_OfManySamples_NeverExceedsItsLargest() => Noise.Max(Math.Abs).ShouldBeInRange(3.7, 4.07);

    [Fact]
    public void Normal_OfNeighbours_IsNotCorrelated()
    {
        for (int lag = 1; lag <= 64; lag++)
            Correlation(Noise, Noise.AsSpan(lag)).ShouldBe(0, 5 / Math.Sqrt(Count), $"lag {lag}");
    }

    [Fact]
    public void Normal_OfNeighbours_HasNoCorrelatedSize()
    {
        double[] squares = [.. Noise.Select(v => (v * v) - 1)];
        for (int lag = 1; lag <= 16; lag++)
            (Correlation(squares, squares.AsSpan(lag)) / 2).ShouldBe(0, 5 / Math.Sqrt(Count), $"lag {lag}");
    }

    [Fact]
    public void Normal_OfSeedsAndPlacesSideBySide_IsNotCorrelated()
    {
        foreach (ulong key in (ulong[])[
            CounterNoise.Key(2, 0, 0, 0), CounterNoise.Key(0, 0, 0, 0), CounterNoise.Key(1, 1, 0, 0),
            CounterNoise.Key(1, 0, 1, 0),
            CounterNoise.Key(1, 0, 0, 1)])
            Correlation(Noise, Sequence(key)).ShouldBe(0, 5 / Math.Sqrt(Count));
    }

    [Fact]
    public void Sum_OfEightCounters_IsTheSumOfEach()
    {
        ulong counter = CounterNoise.Key(5, 1, 2, 3);
        for (int i = 0; i < 10_000; i++, counter += unchecked(8 * CounterNoise.Step))
        {
            Vector512<double> sums = CounterNoise.Sum(
                Vector512.Create(counter) + (Vector512.Create(CounterNoise.Step) * Vector512<ulong>.Indices));
            for (int lane = 0; lane < 8; lane++)
                sums[lane].ShouldBe(CounterNoise.Sum(counter + ((ulong)lane * CounterNoise.Step)));
        }
    }

    [Fact]
    public void Draw_OfManyKeys_IsEvenFromMinusOneToOne()
    {
        double[] draws =
        [
            .. Enumerable.Range(0, 20_000).Select(c => CounterNoise.Draw(CounterNoise.Key(1, 0, c, 0), 0)),
        ];

        draws.ShouldAllBe(d => d >= -1 && d < 1);
        for (int tenth = -5; tenth < 5; tenth++)
            draws.Count(d => d >= tenth / 5.0 && d < (tenth + 1) / 5.0).ShouldBeInRange(1800, 2200);
    }

    private static double[] Sequence(ulong key) =>
        [.. Enumerable.Range(0, Count).Select(i => CounterNoise.Normal(key + ((ulong)i * CounterNoise.Step)))];

    private static double Correlation(ReadOnlySpan<double> a, ReadOnlySpan<double> b)
    {
        double sum = 0;
        for (int i = 0; i < b.Length; i++)
            sum += a[i] * b[i];
        return sum / b.Length;
    }
}
