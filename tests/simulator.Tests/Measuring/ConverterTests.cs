using Simulator.Measuring;
using Simulator.Presets;

namespace Simulator.Tests.Measuring;

public sealed class ConverterTests
{
    private const int RateHz = 1000;

    [Theory]
    [InlineData(16)]
    [InlineData(18)]
    [InlineData(19)]
    [InlineData(24)]
    public void Fill_OfAnyBits_IsWholeCounts(int bits)
    {
        var sensor = new SensorPreset { Bits = bits, NoisePercent = 0.02 };

        sensor.Scale.ShouldBe(200 / Math.Pow(2, bits));
        Still
            .Samples(sensor, RateHz, 5000, groundTruth: 12.3)
            .ShouldAllBe(v => Math.Round(v / sensor.Scale) * sensor.Scale == v);
    }

    [Theory]
    [InlineData(16)]
    [InlineData(18)]
    public void Fill_OfARamp_HasAnEvenQuantisationError(int bits)
    {
        const int LoopHz = 1024;
        const int Count = 200_000;
        var sensor = new SensorPreset { Bits = bits };
        double step = sensor.Scale;
        LoopHistory ramp = Ticks.Of((1 << 18) / 16, n => n * step * 16 * 0.618034);
        double[] samples = new MeasuredColumn(sensor, ramp, 0, LoopHz, 16 * LoopHz, 1).Samples(Count);
        double[] errors =
        [
            .. samples
                .Select((v, i) => (v / step) - ((i - 32) * 0.618034))
                .Skip(64)
                .Where((_, i) => samples[i + 64] < 99),
        ];

        Math.Sqrt(errors.Average(e => e * e)).ShouldBe(1 / Math.Sqrt(12), 0.001);
        errors.Average().ShouldBe(0, 0.001);
        for (int tenth = -5; tenth < 5; tenth++)
            ((double)errors.Count(
                e => e >= tenth / 10.0 && e < (tenth + 1) / 10.0) / errors.Length).ShouldBe(0.1, 0.005);
    }

    [Theory]
    [InlineData(-100, 100)]
    [InlineData(0, 35)]
    [InlineData(-50, 200)]
    public void Fill_BeyondTheRange_Clamps(double min, double max)
    {
        var sensor = new SensorPreset { Min = min, Max = max, Bits = 16, NoisePercent = 0.02 };

        Still
            .Samples(sensor, RateHz, 100, groundTruth: max + 50)
            .ShouldAllBe(v => Math.Abs(v - (max - sensor.Scale)) <= sensor.Scale);
        Still.Samples(sensor, RateHz, 100, groundTruth: min - 50).ShouldAllBe(v => Math.Abs(v - min) <= sensor.Scale);
    }

    [Fact]
    public void Fill_OfAStillValueWithoutNoise_IsOneCount() =>
        Still.Samples(new SensorPreset { Bits = 16 }, RateHz, 1000, groundTruth: 33.3).Distinct().Count().ShouldBe(1);
}
