using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Signals.Filters;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Filters;

public class ButterworthFilterTests
{
    private const double Interval = 0.001;

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(7)]
    public void LowPass_SineAtTheCorner_ComesOutWith70Percent(int order)
    {
        const double Corner = 50;
        double[] y = new double[4000];
        ButterworthFilter.LowPass(Corner, order, Interval)
            .Apply(0, [.. Enumerable.Range(0, 4000).Select(i => Math.Sin(2 * Math.PI * Corner * i * Interval))], y);

        double sine = 0, cosine = 0;
        for (int i = 3000; i < 4000; i++)
        {
            sine += y[i] * Math.Sin(2 * Math.PI * Corner * i * Interval) / 500;
            cosine += y[i] * Math.Cos(2 * Math.PI * Corner * i * Interval) / 500;
        }

        Math.Sqrt((sine * sine) + (cosine * cosine)).ShouldBe(Math.Sqrt(0.5), 1e-9);
    }

    // From steady 0: y[n] = 1 - (1 - b) p^n with the pole p = -a1.
    [Fact]
    public void LowPass_FirstOrderStep_IsTheKnownExponential()
    {
        FilterSection section = Butterworth.LowPass(20, 1, Interval)[0];
        double[] y = new double[200];
        ButterworthFilter.LowPass(20, 1, Interval).Apply(0, [0, .. Enumerable.Repeat(1.0, 199)], y);

        for (int n = 0; n < 199; n++)
            y[n + 1].ShouldBe(1 - ((1 - section.B0) * Math.Pow(-section.A1, n)), 1e-13);
    }

    // The difference equation of the published coefficients, written out.
    [Fact]
    public void LowPass_SecondOrderImpulse_FollowsTheDifferenceEquation()
    {
        FilterSection s = Butterworth.LowPass(100, 2, Interval)[0];
        double[] x = [0, 0, 1, .. new double[50]];
        double[] y = new double[x.Length];
        ButterworthFilter.LowPass(100, 2, Interval).Apply(0, x, y);

        for (int i = 2; i < x.Length; i++)
            y[i].ShouldBe(
                (s.B0 * x[i]) + (s.B1 * x[i - 1]) + (s.B2 * x[i - 2]) - (s.A1 * y[i - 1]) - (s.A2 * y[i - 2]), 1e-15);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(8)]
    public void Apply_Constant_IsSteadyFromTheFirstSample(int order)
    {
        double[] low = new double[5000];
        double[] high = new double[5000];
        ButterworthFilter.LowPass(0.5, order, Interval).Apply(0, [.. Enumerable.Repeat(123.456, 5000)], low);
        ButterworthFilter.HighPass(0.5, order, Interval).Apply(0, [.. Enumerable.Repeat(123.456, 5000)], high);

        low.ShouldAllBe(value => Math.Abs(value - 123.456) < 1e-7);
        high.ShouldAllBe(value => value == 0);
    }

    // The direct form drifted by 1e-5 here.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(8)]
    public void Apply_ConstantAtTheLowestCorner_IsTheConstant(int order)
    {
        double[] low = new double[100_000];
        ButterworthFilter.LowPass(1e-3, order, Interval).Apply(0, [.. Enumerable.Repeat(123.456, low.Length)], low);

        low.ShouldAllBe(value => value == 123.456);
    }

    // The step response of order 2 at K t = pi fc t: 1 - exp(-w t / sqrt 2) (cos + sin)(w t / sqrt 2).
    [Fact]
    public void LowPass_StepAtTheLowestCorner_FollowsTheAnalogFilter()
    {
        double[] y = new double[400_000];
        ButterworthFilter.LowPass(1e-3, 2, Interval).Apply(0, [0, .. Enumerable.Repeat(1.0, y.Length - 1)], y);

        for (int i = 1000; i < y.Length; i += 1000)
        {
            double t = 2 * Math.PI * 1e-6 * (i - 0.5) / Math.Sqrt(2);
            y[i].ShouldBe(1 - (Math.Exp(-t) * (Math.Cos(t) + Math.Sin(t))), 1e-9);
        }
    }

    [Fact]
    public void TryLoad_OfADirectForm_BeginsAgain()
    {
        ButterworthFilter filter = ButterworthFilter.LowPass(10, 2, Interval);
        ArrayBufferWriter<byte> saved = new();
        StateWriter writer = new(saved);
        filter.Save(writer);
        BinaryPrimitives.WriteInt64LittleEndian(MemoryMarshal.AsMemory(saved.WrittenMemory).Span, TagOfTheFirstForm);
        StateReader reader = new(saved.WrittenSpan);

        filter.TryLoad(ref reader).ShouldBeFalse();
    }

    // What 0.1.0 wrote for lowpass(10 Hz, 2) at 1 kHz: FNV-1a over the name and the three arguments.
    private static long TagOfTheFirstForm
    {
        get
        {
            ulong hash = "lowpass".Aggregate(14695981039346656037, (sum, letter) => (sum ^ letter) * 1099511628211);
            return (long)new double[] { 10, 2, Interval }.Aggregate(
                hash, (sum, argument) => (sum ^ BitConverter.DoubleToUInt64Bits(argument)) * 1099511628211);
        }
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Apply_NotFinite_IsNaNAndRestartsWithTheNextNumber(double broken)
    {
        double[] y = new double[5];
        ButterworthFilter.LowPass(50, 3, Interval).Apply(0, [1, 5, broken, 7, 7], y);

        double.IsNaN(y[2]).ShouldBeTrue();
        y[3..].ShouldAllBe(value => Math.Abs(value - 7) < 1e-12);
    }

    [Fact]
    public void Apply_OverflowInside_DoesNotStick()
    {
        double[] x =
        [
            .. Enumerable.Range(0, 40).Select(i => i % 2 == 0 ? double.MaxValue : -double.MaxValue),
            .. Enumerable.Repeat(1.0, 3000),
        ];
        double[] y = new double[x.Length];
        ButterworthFilter.HighPass(10, 4, Interval).Apply(0, x, y);

        double.IsFinite(y[^1]).ShouldBeTrue();
    }

    [Fact]
    public void Quality_SlowestPole_FadesToOnePercentWithinTheWindow()
    {
        ButterworthFilter filter = ButterworthFilter.LowPass(10, 1, Interval);
        double radius = Butterworth.LowPass(10, 1, Interval)[0].Radius;

        filter.Quality.Kind.ShouldBe(QualityKind.Window);
        Math.Pow(radius, filter.Quality.Length).ShouldBeLessThanOrEqualTo(0.01);
        Math.Pow(radius, filter.Quality.Length - 1).ShouldBeGreaterThan(0.01);
    }
}
