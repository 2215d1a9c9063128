using System.Numerics;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Tests.Measuring;

public sealed class HumTests
{
    private const int RateHz = 6000;

    [Theory]
    [InlineData(50)]
    [InlineData(60)]
    public void Fill_OfHum_IsASineOfItsFrequencyAndAmplitude(double humHz)
    {
        double[] hum = Still.Samples(new SensorPreset { HumHz = humHz, HumPercent = 0.05 }, RateHz, RateHz);

        Line(hum, humHz).Magnitude.ShouldBe(0.1, 5e-6);
        Line(hum, humHz == 50 ? 60 : 50).Magnitude.ShouldBe(0, 5e-6);
        Line(hum, 3 * humHz).Magnitude.ShouldBe(0, 5e-6);
        hum.Average(v => v * v).ShouldBe(0.1 * 0.1 / 2, 1e-6);
    }

    [Fact]
    public void Fill_OfHumAnHourLater_HasKeptItsPhase()
    {
        var sensor = new SensorPreset { HumHz = 50, HumPercent = 0.05 };
        Complex begin = Line(Still.Samples(sensor, RateHz, RateHz), 50);
        Complex later = Line(Still.Samples(sensor, RateHz, RateHz, first: 3600L * RateHz), 50);

        later.Phase.ShouldBe(begin.Phase, 1e-4);
    }

    [Fact]
    public void Fill_OfTwoColumns_HasTwoPhases()
    {
        var sensor = new SensorPreset { HumPercent = 0.05 };
        double[] phases =
            [.. Enumerable.Range(0, 8)
                .Select(c => Line(Still.Samples(sensor, RateHz, RateHz, CounterNoise.Key(1, 0, c, 0)), 50).Phase)];

        phases.Select(p => Math.Round(p, 3)).Distinct().Count().ShouldBe(8);
    }

    private static Complex Line(double[] samples, double hz) => samples
        .Select((v, i) => v * Complex.FromPolarCoordinates(2.0 / samples.Length, -2 * Math.PI * hz * i / RateHz))
        .Aggregate(Complex.Zero, (sum, v) => sum + v);
}
