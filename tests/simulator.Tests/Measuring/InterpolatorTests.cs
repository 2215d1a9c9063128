using Simulator.Measuring;

namespace Simulator.Tests.Measuring;

public sealed class InterpolatorTests
{
    private const int LoopHz = 4096;

    [Theory]
    [InlineData(30_000)]
    [InlineData(4_096)]
    [InlineData(999)]
    public void Fill_OfACubic_IsExact(int rateHz)
    {
        const int Count = 2000;
        int samples = (Count - 4) * rateHz / LoopHz;
        var interpolator = new Interpolator(Ticks.Of(Count, n => Cubic(n)), 0, new TickGrid(LoopHz, 1, rateHz, 0));
        double[] values = new double[samples - (2 * rateHz / LoopHz) - 2];
        long first = (2 * rateHz / LoopHz) + 2;
        interpolator.Fill(first, values);

        for (int i = 0; i < values.Length; i++)
            values[i].ShouldBe(Cubic((first + i) * (double)LoopHz / rateHz), 1e-11);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(100)]
    [InlineData(400)]
    public void Fill_OfASine_IsWithinTheBoundAndReachesIt(double frequencyHz)
    {
        const int RateHz = 8 * LoopHz;
        double turn = 2 * Math.PI * frequencyHz / LoopHz;
        double bound = 3.0 / 128 * Math.Pow(turn, 4);
        var interpolator =
            new Interpolator(Ticks.Of(1000, n => Math.Sin(turn * n)), 0, new TickGrid(LoopHz, 1, RateHz, 0));
        double[] values = new double[7900];
        interpolator.Fill(16, values);

        double worst = values.Select((v, i) => Math.Abs(v - Math.Sin(turn * (i + 16) / 8))).Max();
        worst.ShouldBeLessThan(bound);
        worst.ShouldBeGreaterThan(bound * 0.8);
    }

    [Fact]
    public void Fill_OfAConstant_IsThatNumberToTheBit()
    {
        const double Value = 0.1 + 0.2;
        double[] values = new double[3000];
        new Interpolator(Ticks.Of(1300, _ => Value), 0, new TickGrid(LoopHz, 1, 10_007, 0.37)).Fill(0, values);

        values.ShouldAllBe(v => v == Value);
    }

    [Fact]
    public void Fill_Held_IsTheTickAtOrBefore()
    {
        double[] values = new double[3000];
        new Interpolator(Ticks.Of(1300, n => n * n), 0, new TickGrid(LoopHz, 1, 10_007, 0), held: true).Fill(0, values);

        values.ShouldBe(Enumerable.Range(0, 3000).Select(i => Math.Pow(Math.Floor(i * (double)LoopHz / 10_007), 2)));
    }

    [Theory]
    [InlineData(false, 0.0641)]
    [InlineData(true, 0)]
    public void Fill_OfAStep_OvershootsByTheCubicUnlessHeld(bool held, double overshoot)
    {
        double[] values = new double[1600];
        new Interpolator(
            Ticks.Of(64, n => n < 20 ? 0 : 1), 0, new TickGrid(LoopHz, 1, LoopHz * 32, 0), held).Fill(0, values);

        values.Max().ShouldBe(1 + overshoot, 1e-4);
        values.Min().ShouldBe(-overshoot, 1e-4);
    }

    [Fact]
    public void Fill_BeforeTheRingIsFull_HoldsTickZero()
    {
        double[] values = new double[40];
        new Interpolator(Ticks.Of(20, n => n + 5), 0, new TickGrid(LoopHz, 1, LoopHz * 10, 8)).Fill(0, values);

        values.ShouldAllBe(v => v == 5);
    }

    [Fact]
    public void Fill_NewestTickNeeded_SufficesAndOneLessDoesNot()
    {
        var grid = new TickGrid(LoopHz, 1, 10_000, 2.5);
        long needed = new Interpolator(Ticks.Of(1, _ => 0), 0, grid).NewestTickNeeded(99);

        new Interpolator(Ticks.Of((int)needed + 1, n => n), 0, grid).Fill(0, new double[100]);
        Should.Throw<InvalidOperationException>(
            () => new Interpolator(Ticks.Of((int)needed, n => n), 0, grid).Fill(0, new double[100]))
            .Message.ShouldContain($"to {needed}; the history has");
    }

    [Fact]
    public void Fill_OldestTickOverwritten_IsRefused()
    {
        var history = new LoopHistory(1, 64);
        for (int n = 0; n < 200; n++)
            history.Add([n]);
        var interpolator = new Interpolator(history, 0, new TickGrid(LoopHz, 1, LoopHz, 0));
        double[] one = new double[1];

        interpolator.OldestTickNeeded(137).ShouldBe(136);
        interpolator.Fill(137, one);
        one[0].ShouldBe(137);
        Should.Throw<InvalidOperationException>(() => interpolator.Fill(136, one));
    }

    [Fact]
    public void Fill_OfNothing_DoesNothing() =>
        new Interpolator(new LoopHistory(1, 8), 0, new TickGrid(LoopHz, 1, LoopHz, 0)).Fill(0, []);

    private static double Cubic(double n)
    {
        double x = (n - 900) / 1000;
        return 0.3 + (x * (1.1 + (x * (-2 + (x * 1.7)))));
    }
}
