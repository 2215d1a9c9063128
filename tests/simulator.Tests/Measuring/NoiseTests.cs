using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Tests.Measuring;

public sealed class NoiseTests
{
    private const int Count = 400_000;
    private const int RateHz = 30_000;

    [Theory]
    [InlineData(0.002)]
    [InlineData(0.02)]
    public void Fill_OfNoise_HasItsDeviationAndNoMean(double percent)
    {
        double[] noise = Still.Samples(new SensorPreset { NoisePercent = percent }, RateHz, Count);
        double sigma = percent / 100 * 200;

        Math.Sqrt(noise.Average(v => v * v)).ShouldBe(sigma, sigma * 0.005);
        noise.Average().ShouldBe(0, 5 * sigma / Math.Sqrt(Count));
    }

    [Fact]
    public void Fill_OfNoise_IsTheNormalOfEachIndex()
    {
        ulong key = CounterNoise.Key(3, 1, 4, 1);
        var sensor = new SensorPreset { NoisePercent = 0.02 };
        double[] noise = Still.Samples(sensor, RateHz, 1003, key, first: 77);

        for (int i = 0; i < noise.Length; i++)
            noise[i].ShouldBe(
                0.04 * CounterNoise.Normal(key + ((ulong)(i + 77) * CounterNoise.Step)), sensor.Scale / 2 * 1.001);
    }

    [Fact]
    public void Fill_OfTwoColumns_IsNotCorrelated()
    {
        var sensor = new SensorPreset { NoisePercent = 0.02 };
        double[] a = Still.Samples(sensor, RateHz, Count, CounterNoise.Key(1, 0, 0, 0));

        Correlation(
            a, Still.Samples(sensor, RateHz, Count, CounterNoise.Key(1, 0, 0, 1))).ShouldBe(0, 5 / Math.Sqrt(Count));
        Correlation(
            a, Still.Samples(sensor, RateHz, Count, CounterNoise.Key(1, 0, 1, 0))).ShouldBe(0, 5 / Math.Sqrt(Count));
        Correlation(
            a, Still.Samples(sensor, RateHz, Count, CounterNoise.Key(2, 0, 0, 0))).ShouldBe(0, 5 / Math.Sqrt(Count));
    }

    private static double Correlation(double[] a, double[] b) =>
        a.Zip(b, (x, y) => x * y).Average() / Math.Sqrt(a.Average(v => v * v) * b.Average(v => v * v));
}
