using HardwareConnector.Configuration;

namespace HardwareConnector.Tests.Configuration;

public sealed class ReplaySpeedTests
{
    [Theory]
    [InlineData("1", 1)]
    [InlineData("0.5", 0.5)]
    [InlineData("10000", 10_000)]
    [InlineData("max", double.PositiveInfinity)]
    [InlineData("MAX", double.PositiveInfinity)]
    public void Speed_NumberOrMax_IsRead(string text, double factor)
    {
        ReplaySpeed.TryParse(text, out ReplaySpeed speed).ShouldBeTrue();
        speed.Factor.ShouldBe(factor);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("")]
    [InlineData("-1")]
    [InlineData("1e3")]
    [InlineData("10001")]
    [InlineData("NaN")]
    [InlineData("fast")]
    public void Speed_AnythingElse_IsRefused(string text) => ReplaySpeed.TryParse(text, out _).ShouldBeFalse();
}
