using FuncLibs.Signals.Cycles;
using Testing;

namespace FuncLibs.Tests.Signals.Cycles;

public class CycleStateTests
{
    private const double RateHz = 100;

    // Reversals: 4 at 2, -2 at 5, 6 at 8, shown by sample 9; -4 at 10 and 5 at 12, shown by sample 13.
    private static readonly double[] Signal = [0, 2, 4, 2, 0, -2, 0, 3, 6, 1, -4, 1, 5, 4];

    public static TheoryData<CycleMeasure, double, double> Values => new()
    {
        { CycleMeasure.Peak, 6, 5 },
        { CycleMeasure.Valley, -2, -4 },
        { CycleMeasure.Range, 8, 9 },
        { CycleMeasure.Mean, 2, 0.5 },
        { CycleMeasure.RRatio, -2 / 6.0, -4 / 5.0 },
        { CycleMeasure.Frequency, 100 / 6.0, 25 },
        { CycleMeasure.CycleCount, 1, 2 },
        { CycleMeasure.PointsPerCycle, 6, 4 },
    };

    public static TheoryData<CycleMeasure> Measures => [.. Enum.GetValues<CycleMeasure>()];

    [Theory]
    [MemberData(nameof(Values))]
    public void Apply_TwoCycles_HoldsTheLastClosed(CycleMeasure measure, double first, double second)
    {
        double before = measure == CycleMeasure.CycleCount ? 0 : double.NaN;
        double[] y = new double[Signal.Length];

        new CycleState(measure, 0, RateHz).Apply(0, Signal, y);

        y.ShouldBe([.. Enumerable.Repeat(before, 9), first, first, first, first, second]);
    }

    [Theory]
    [MemberData(nameof(Measures))]
    public void Apply_AnyBlocksAndSaves_GivesTheSameBits(CycleMeasure measure)
    {
        double[] x = BlockCuts.Noise(1, 20_000);
        double[] whole = new double[x.Length];
        new CycleState(measure, 2, RateHz).Apply(0, x, whole);

        BlockCuts.Interrupted(() => new CycleState(measure, 2, RateHz), x, 7).ShouldBe(whole);
    }

    [Fact]
    public void Apply_InPlace_GivesTheSame()
    {
        double[] x = BlockCuts.Noise(1, 5_000);
        double[] apart = new double[x.Length];
        new CycleState(CycleMeasure.Range, 2, RateHz).Apply(0, x, apart);

        new CycleState(CycleMeasure.Range, 2, RateHz).Apply(0, x, x);

        x.ShouldBe(apart);
    }

    [Fact]
    public void Gap_OpenCycle_IsDroppedAndTheLastIsHeld()
    {
        var state = new CycleState(CycleMeasure.Peak, 0, RateHz);
        double[] y = new double[Signal.Length];
        state.Apply(0, Signal, y);

        state.Gap();
        state.Apply(1000, [0, 9, 0, 8, 0, 7, 0], y.AsSpan(0, 7));

        y[..7].ShouldBe([5, 5, 5, 5, 8, 8, 7]);
    }

    [Fact]
    public void Apply_MissingSamplesInside_CountInThePeriod()
    {
        var state = new CycleState(CycleMeasure.PointsPerCycle, 0, RateHz);
        double[] y = new double[4];
        state.Apply(0, [0, 5, 0, 1], y);
        state.Apply(104, [4, 3], y);

        y[1].ShouldBe(103);
    }

    [Fact]
    public void Reset_AfterCycles_StartsAgain()
    {
        var state = new CycleState(CycleMeasure.CycleCount, 0, RateHz);
        double[] y = new double[Signal.Length];
        state.Apply(0, Signal, y);
        state.Reset();

        state.Apply(0, [1], y);

        y[0].ShouldBe(0);
    }

    [Fact]
    public void TryLoad_BytesThatEndEarly_AreRefused()
    {
        var state = new CycleState(CycleMeasure.Peak, 0, RateHz);
        state.Apply(0, Signal, new double[Signal.Length]);

        BlockCuts.RefusesEveryPrefix(state, new CycleState(CycleMeasure.Peak, 0, RateHz));
    }

    [Fact]
    public void Apply_Warm_DoesNotAllocate()
    {
        double[] x = BlockCuts.Noise(1, 1_000);
        double[] y = new double[x.Length];
        var state = new CycleState(CycleMeasure.RRatio, 0, RateHz);

        Allocation.OfWarm(() => state.Apply(0, x, y)).ShouldBe(0);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    [InlineData(double.NaN)]
    public void Constructor_RateOutOfRange_IsRefused(double rateHz) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new CycleState(CycleMeasure.Peak, 0, rateHz));
}
