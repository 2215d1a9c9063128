using Simulator.Presets;

namespace Simulator.Tests.Measuring;

public sealed class DriftTests
{
    private const int RateHz = 1000;

    [Theory]
    [InlineData(0.5)]
    [InlineData(-2)]
    public void Fill_OfDrift_MovesTheZeroByItAnHour(double percentPerHour)
    {
        var sensor = new SensorPreset { DriftPercentPerHour = percentPerHour };
        double anHour = 200 * percentPerHour / 100;

        Still.Samples(sensor, RateHz, 1)[0].ShouldBe(0);
        Still.Samples(sensor, RateHz, 1, first: 1800L * RateHz)[0].ShouldBe(anHour / 2, sensor.Scale);
        Still.Samples(sensor, RateHz, 1, first: 3600L * RateHz)[0].ShouldBe(anHour, sensor.Scale);
        Still.Samples(sensor, RateHz, 1, first: 36_000L * RateHz)[0].ShouldBe(anHour * 10, sensor.Scale);
    }
}
