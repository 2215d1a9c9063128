using FuncLibs.Signals.Filters;

namespace FuncLibs.Tests.Signals.Filters;

public class ExponentialAverageTests
{
    [Fact]
    public void Apply_Step_IsOneLessTheExponentialOfTime()
    {
        double[] y = new double[500];
        new ExponentialAverage(0.05, 0.001).Apply(0, [0, .. Enumerable.Repeat(1.0, 499)], y);

        for (int n = 0; n < 500; n++)
            y[n].ShouldBe(1 - Math.Exp(-n * 0.001 / 0.05), 1e-13);
    }

    // alpha is r - r^2 / 2 + r^3 / 6 for a small r = dt / tau; 1 - exp(-r) has 6 digits of it here.
    [Fact]
    public void Apply_LongTimeConstant_KeepsItsDigits()
    {
        double[] y = new double[2];
        new ExponentialAverage(1e7, 0.001).Apply(0, [0, 1], y);

        const double R = 1e-10;
        y[1].ShouldBe(R - (R * R / 2), 1e-25);
    }

    [Fact]
    public void Apply_FirstValue_IsWhereItStarts() => Of([42, 42, 42]).ShouldBe([42, 42, 42]);

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    public void Apply_NotFinite_IsNaNAndRestartsWithTheNextNumber(double broken) =>
        Of([1, broken, 9, 9]).ShouldBe([1, double.NaN, 9, 9]);

    [Fact]
    public void Quality_Window_IsAbout4Point6TimeConstants() =>
        new ExponentialAverage(0.1, 0.001).Quality.Length.ShouldBe(461);

    [Theory]
    [InlineData(0, 0.001)]
    [InlineData(double.NaN, 0.001)]
    [InlineData(double.PositiveInfinity, 0.001)]
    [InlineData(1, 0)]
    [InlineData(1, -0.001)]
    public void Constructor_TimeOutOfRange_IsRefused(double tau, double interval) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new ExponentialAverage(tau, interval));

    private static double[] Of(double[] x)
    {
        double[] y = new double[x.Length];
        new ExponentialAverage(0.05, 0.001).Apply(0, x, y);
        return y;
    }
}
