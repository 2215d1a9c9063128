using HardwareConnector.Sources.Watching;

namespace HardwareConnector.Tests.Sources.Watching;

public sealed class NonFiniteTests
{
    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    [InlineData(double.NegativeInfinity)]
    public void IsIn_OneAtAnyPlace_IsFound(double value)
    {
        for (int length = 1; length <= 20; length++)
        {
            for (int at = 0; at < length; at++)
            {
                double[] values = new double[length];
                values[at] = value;
                NonFinite.IsIn(values).ShouldBeTrue($"{at} of {length}");
            }
        }
    }

    [Fact]
    public void IsIn_GreatestAndSmallestNumbers_AreNone() =>
        NonFinite
            .IsIn([double.MaxValue, double.MinValue, double.Epsilon, -0.0, double.MaxValue, double.MaxValue])
            .ShouldBeFalse();
}
