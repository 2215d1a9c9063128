using FuncLibs.Signals.Elementwise;
using static FuncLibs.Signals.Elementwise.Elementwise;

namespace FuncLibs.Tests.Signals.Elementwise;

public class RoundTests
{
    [Theory]
    [InlineData(1.005, 2, 1.00)]
    [InlineData(2.675, 2, 2.68)]
    [InlineData(-1.25, 1, -1.3)]
    [InlineData(123.456, 1, 123.5)]
    [InlineData(1234.5, -2, 1200)]
    [InlineData(1250, -2, 1300)]
    [InlineData(-1250, -2, -1300)]
    [InlineData(0.5, 0, 1)]
    public void Round_Digits_RoundsTheScaledValue(double x, int digits, double expected) =>
        Round(x, digits, RoundingMode.HalfAway).ShouldBe(expected);

    [Theory]
    [InlineData(1e300, 15)]
    [InlineData(1.7976931348623157e308, 3)]
    [InlineData(4503599627370497.5, 1)]
    public void Round_NoFractionLeft_ReturnsTheValueItself(double x, int digits) =>
        Round(x, digits, RoundingMode.HalfAway).ShouldBe(x);

    [Theory]
    [InlineData(RoundingMode.HalfAway, 2.5, 3, -3)]
    [InlineData(RoundingMode.HalfEven, 2.5, 2, -2)]
    [InlineData(RoundingMode.Up, 2.1, 3, -2)]
    [InlineData(RoundingMode.Down, 2.9, 2, -3)]
    [InlineData(RoundingMode.TowardZero, 2.9, 2, -2)]
    public void Round_Mode_TakesItsNeighbour(RoundingMode mode, double x, double positive, double negative)
    {
        Round(x, 0, mode).ShouldBe(positive);
        Round(-x, 0, mode).ShouldBe(negative);
    }

    [Theory]
    [InlineData(RoundingMode.HalfAway)]
    [InlineData(RoundingMode.HalfEven)]
    [InlineData(RoundingMode.Up)]
    [InlineData(RoundingMode.Down)]
    [InlineData(RoundingMode.TowardZero)]
    public void Round_Array_EqualsTheNumberForm(RoundingMode mode)
    {
        double[] values = [-2.345, 0.005, 7.5, double.NaN, -0.0, 1e17, 3.14159];
        double[] target = new double[values.Length];

        Round(values, target, 2, mode);

        target.ShouldBe(values.Select(x => Round(x, 2, mode)));
    }

    [Theory]
    [InlineData(16)]
    [InlineData(-16)]
    public void Round_DigitsOutOfRange_IsRefused(int digits) =>
        Should.Throw<ArgumentOutOfRangeException>(() => Round(1.0, digits, RoundingMode.HalfAway));

    [Fact]
    public void Round_HalfAway_EqualsTheRuntimeOnManyValues()
    {
        for (int i = -40_000; i <= 40_000; i++)
        {
            double x = i / 8.0;
            BitConverter
                .DoubleToInt64Bits(Round(x, 0, RoundingMode.HalfAway))
                .ShouldBe(BitConverter.DoubleToInt64Bits(Math.Round(x, MidpointRounding.AwayFromZero)));
        }
    }
}
