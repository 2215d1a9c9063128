using FuncLibs.Signals.Cycles;
using Testing;

namespace FuncLibs.Tests.Signals.Cycles;

public class DamageStateTests
{
    private static readonly SnCurve Welded = new(2e12, 3);

    [Fact]
    public void Apply_ConstantAmplitude_IsCyclesByFatigueLife()
    {
        // 1000 cycles of range 100: N = 2e12 / 1e6 = 2e6.
        double[] x = [.. Enumerable.Range(0, 2002).Select(i => i % 2 == 0 ? 0.0 : 100.0)];

        Last(new DamageState(Welded), x).ShouldBe(1000 / 2e6, 1e-15);
    }

    [Fact]
    public void Apply_Goodman_RaisesTheRange()
    {
        // Mean 50, Rm 400: range 100 / (1 - 1/8).
        double[] x = [.. Enumerable.Range(0, 2002).Select(i => i % 2 == 0 ? 0.0 : 100.0)];

        Last(
            new DamageState(Welded, MeanCorrection.Goodman(400)),
            x).ShouldBe(1000 * Math.Pow(100 / 0.875, 3) / 2e12, 1e-15);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Apply_RandomSignal_IsTheSumOverTheRainflowTable(bool isCorrected)
    {
        MeanCorrection mean = isCorrected ? MeanCorrection.Goodman(5000) : MeanCorrection.None;
        double[] x = BlockCuts.Steps(3, 20_000, 1000);
        for (int length = 100; length < x.Length; length += 3000)
        {
            // Up to the last reversal that the samples show.
            double[] seen = x.AsSpan(0, length).ToArray();
            int turn = length - 2;
            while ((seen[turn] - seen[turn - 1]) * (seen[turn] - seen[turn + 1]) <= 0)
                turn--;
            var table = new RainflowTable();
            table.Apply(0, seen.AsSpan(0, turn + 1));
            double sum = table.Rows().Sum(row => row[2] * Welded.DamageOf(mean.Apply(row[0], row[1])));

            Last(new DamageState(Welded, mean), seen).ShouldBe(sum, sum * 1e-12);
        }
    }

    [Fact]
    public void Apply_NoCorrection_NeverFalls()
    {
        double[] x = BlockCuts.Steps(5, 20_000, 1000);
        double[] y = new double[x.Length];
        new DamageState(Welded).Apply(0, x, y);

        for (int i = 1; i < y.Length; i++)
            y[i].ShouldBeGreaterThanOrEqualTo(y[i - 1] * (1 - 1e-12));
    }

    [Fact]
    public void Apply_AnyBlocksAndSaves_GivesTheSameBits()
    {
        double[] x = BlockCuts.Noise(5, 20_000);
        double[] whole = new double[x.Length];
        Make().Apply(0, x, whole);

        BlockCuts.Interrupted(Make, x, 9).ShouldBe(whole);

        static DamageState Make() => new(Welded, MeanCorrection.Goodman(500), 0.2, 8);
    }

    [Fact]
    public void Apply_FullResidue_KeepsTheHalves()
    {
        double[] x = [.. Enumerable.Range(0, 40).Select(i => (i % 2 == 0 ? -1.0 : 1.0) * i)];

        Last(new DamageState(Welded, default, 0, 8), x).ShouldBe(Last(new DamageState(Welded), x), 1e-18);
    }

    [Fact]
    public void Apply_MeanOfTheStrengthOrMore_IsInfiniteAndStays()
    {
        double[] y = new double[6];
        new DamageState(Welded, MeanCorrection.Goodman(10)).Apply(0, [0, 100, 0, 1, 0, 1], y);

        y.ShouldBe(
            [0, 0, double.PositiveInfinity, double.PositiveInfinity, double.PositiveInfinity, double.PositiveInfinity]);
    }

    // A half that begins above Rm becomes part of a larger range of a smaller mean: the value is that of the signal so
    // far.
    [Fact]
    public void Apply_GoodmanAndARangeThatGrows_MayFallButNotBelowClosedCycles()
    {
        double[] y = new double[5];
        new DamageState(Welded, MeanCorrection.Goodman(500)).Apply(0, [600, 399, 450, 0, 100], y);

        double closed = Welded.DamageOf(51 / (1 - (424.5 / 500)));
        y[4].ShouldBeLessThan(0.03 * y[3]);
        y[4].ShouldBe(closed + (Welded.DamageOf(600 / (1 - (300.0 / 500))) / 2), 1e-12);
    }

    [Fact]
    public void Gap_DamageDone_StaysDone()
    {
        var state = new DamageState(Welded);
        double before = Last(state, [0, 100, 0, 100, 0]);

        state.Gap();

        Last(state, [0]).ShouldBe(before);
    }

    [Fact]
    public void TryLoad_OtherCurve_IsRefused() =>
        Should.Throw<ShouldAssertException>(
            () => BlockCuts.Carried(new DamageState(Welded), new DamageState(new SnCurve(1e12, 3))));

    [Fact]
    public void TryLoad_BytesThatEndEarly_AreRefused()
    {
        var state = new DamageState(Welded);
        _ = Last(state, BlockCuts.Steps(1, 50, 20));

        BlockCuts.RefusesEveryPrefix(state, new DamageState(Welded));
    }

    [Fact]
    public void Apply_Warm_DoesNotAllocate()
    {
        double[] x = BlockCuts.Noise(1, 1_000);
        double[] y = new double[x.Length];
        var state = new DamageState(Welded);

        Allocation.OfWarm(() => state.Apply(0, x, y)).ShouldBe(0);
    }

    [Theory]
    [InlineData(0, 3)]
    [InlineData(double.NaN, 3)]
    [InlineData(1e12, 0)]
    [InlineData(1e12, double.PositiveInfinity)]
    public void SnCurve_ArgumentOutOfRange_IsRefused(double c, double m) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new SnCurve(c, m));

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    public void Goodman_StrengthOutOfRange_IsRefused(double strength) =>
        Should.Throw<ArgumentOutOfRangeException>(() => MeanCorrection.Goodman(strength));

    private static double Last(DamageState state, double[] x)
    {
        double[] y = new double[x.Length];
        state.Apply(0, x, y);
        return y[^1];
    }
}
