using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Stateful;
using Testing;

namespace FuncLibs.Tests.Signals.Cycles;

public class LoopStateTests
{
    public static TheoryData<LoopMeasure> Measures => [.. Enum.GetValues<LoopMeasure>()];

    [Theory]
    [InlineData(30)]
    [InlineData(-30)]
    [InlineData(120)]
    [InlineData(0)]
    public void PhaseLag_SinesOnMeans_IsTheLagWhateverTheAmplitudes(double lag) =>
        Last(LoopMeasure.PhaseLag, Sine(100, 7, 1000, 0), Sine(100, 0.2, -5, lag)).ShouldBe(lag, 1e-9);

    [Fact]
    public void PhaseLag_FeedbackWithHarmonics_IsThatOfTheFirst()
    {
        double[] feedback = [.. Sine(100, 2, 0, 25).Zip(Sine(100 / 3.0, 0.3, 0, 70), (first, third) => first + third)];

        Last(LoopMeasure.PhaseLag, Sine(100, 7, 0, 0), feedback).ShouldBe(25, 1e-9);
    }

    [Fact]
    public void AmplitudeError_SmallerFeedback_IsNegative() =>
        Last(LoopMeasure.AmplitudeError, Sine(100, 10, 3, 0), Sine(100, 9.5, 3, 0)).ShouldBe(-5, 1e-9);

    [Fact]
    public void Stiffness_InPhase_IsTheRatioOfRanges() =>
        Last(LoopMeasure.Stiffness, Sine(100, 50, 20, 0), Sine(100, 0.4, 1, 0)).ShouldBe(125, 1e-9);

    [Fact]
    public void Energy_Ellipse_IsTheAreaOfItsPolygon()
    {
        // pi A B sin(lag), with n/2 sin(2 pi/n) instead of pi.
        double expected = 50 * Math.Sin(2 * Math.PI / 100) * 12 * 0.5 * Math.Sin(Math.PI / 6);

        Last(LoopMeasure.Energy, Sine(100, 12, 100, 0), Sine(100, 0.5, 3, 30)).ShouldBe(expected, 1e-10);
    }

    [Fact]
    public void Energy_Rectangle_IsBaseTimesHeight()
    {
        // Force 10 while the stroke goes from 0 to 2, -10 on the way back; the force turns at its first 10 and -10.
        double[] force = [0, 10, 10, -10, -10, 10, 10, -10, -10, 10];
        double[] stroke = [0, 0, 2, 2, 0, 0, 2, 2, 0, 0];

        Last(LoopMeasure.Energy, force, stroke).ShouldBe(40, 1e-12);
    }

    [Fact]
    public void Apply_BeforeTheFirstCycle_IsNaN()
    {
        double[] y = new double[4];
        new LoopState(LoopMeasure.Stiffness, 0).Apply(0, [0, 1, 0, 1], [0, 1, 0, 1], y);

        y.ShouldAllBe(value => double.IsNaN(value));
    }

    [Fact]
    public void Apply_PairsThatAreNotFinite_ArePassedOver()
    {
        double[] a = [0, 4, double.NaN, 0, 4, 0, 4];
        double[] b = [0, 2, 99, 0, 2, 0, 2];

        Last(LoopMeasure.Stiffness, a, b).ShouldBe(2);
    }

    [Theory]
    [MemberData(nameof(Measures))]
    public void Apply_AnyBlocksAndSaves_GivesTheSameBits(LoopMeasure measure)
    {
        double[] a = BlockCuts.Noise(1, 20_000);
        double[] b = BlockCuts.Noise(2, 20_000);
        double[] whole = new double[a.Length];
        new LoopState(measure, 2).Apply(0, a, b, whole);
        double[] cut = new double[a.Length];
        var state = new LoopState(measure, 2);
        BlockCuts.Each(3, a.Length, (at, count) =>
        {
            state = BlockCuts.Carried(state, new LoopState(measure, 2));
            state.Apply(at, a.AsSpan(at, count), b.AsSpan(at, count), cut.AsSpan(at, count));
        });

        cut.ShouldBe(whole);
        whole[^1].ShouldNotBe(double.NaN);
    }

    [Fact]
    public void Gap_OpenCycle_IsDroppedAndTheLastIsHeld()
    {
        var state = new LoopState(LoopMeasure.Stiffness, 0);
        double[] y = new double[6];
        state.Apply(0, [0, 4, 0, 4, 0, 4], [0, 2, 0, 2, 0, 2], y);
        state.Gap();

        state.Apply(100, [0, 4, 0, 4, 0, 4], [0, 1, 0, 1, 0, 1], y);

        y.ShouldBe([2, 2, 2, 2, 4, 4]);
    }

    [Fact]
    public void TryLoad_BytesThatEndEarly_AreRefused() =>
        BlockCuts.RefusesEveryPrefix(new LoopState(LoopMeasure.Energy, 0), new LoopState(LoopMeasure.Energy, 0));

    [Fact]
    public void TryLoad_OtherMeasure_IsRefused() => Should.Throw<ShouldAssertException>(() =>
        BlockCuts.Carried<ISignalState>(new LoopState(LoopMeasure.Energy, 0), new LoopState(LoopMeasure.PhaseLag, 0)));

    [Fact]
    public void Apply_Warm_DoesNotAllocate()
    {
        double[] a = BlockCuts.Noise(1, 1_000);
        double[] b = BlockCuts.Noise(2, 1_000);
        double[] y = new double[a.Length];
        var state = new LoopState(LoopMeasure.PhaseLag, 0);

        Allocation.OfWarm(() => state.Apply(0, a, b, y)).ShouldBe(0);
    }

    private static double Last(LoopMeasure measure, double[] a, double[] b)
    {
        double[] y = new double[a.Length];
        new LoopState(measure, 0).Apply(0, a, b, y);
        return y[^1];
    }

    private static double[] Sine(double period, double amplitude, double mean, double lagDeg) =>
        [.. Enumerable.Range(0, 520)
            .Select(i => mean + (amplitude * Math.Sin((2 * Math.PI * i / period) - (lagDeg * Math.PI / 180))))];
}
