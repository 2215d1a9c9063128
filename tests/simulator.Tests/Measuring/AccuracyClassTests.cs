using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Tests.Measuring;

public sealed class AccuracyClassTests
{
    private static readonly ulong[] Keys = [.. Enumerable.Range(0, 2000).Select(c => CounterNoise.Key(7, 0, c, 0))];

    [Theory]
    [InlineData(0.5, -100, 100)]
    [InlineData(1, -100, 100)]
    [InlineData(1, 0, 35)]
    public void Draw_ManyKeys_StayWithinTheirClass(double accuracy, double min, double max)
    {
        var sensor = new SensorPreset { Class = accuracy, Min = min, Max = max };
        foreach (SensorErrors errors in Keys.Select(k => SensorErrors.Draw(sensor, k)))
        {
            Math.Abs(errors.Offset).ShouldBeLessThanOrEqualTo(accuracy / 10 / 100 * max);
            for (double part = 0.2; part <= 1; part += 0.05)
                Math
                    .Abs(Error(errors, part * max, max) / (part * max))
                    .ShouldBeLessThanOrEqualTo(accuracy / 100 * (1 + 1e-12));
        }
    }

    [Fact]
    public void Draw_ManyKeys_UseTheirClass()
    {
        var sensor = new SensorPreset { Class = 1 };
        double[] errors = [.. Keys.Select(k => Error(SensorErrors.Draw(sensor, k), 20, 100) / 20)];

        errors.Max().ShouldBeGreaterThan(0.008);
        errors.Min().ShouldBeLessThan(-0.008);
        errors.Average().ShouldBe(0, 0.0005);
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(1)]
    public void Fill_OfAColumnOfAClass_ShowsNoMoreThanIt(double accuracy)
    {
        const int LoopHz = 1024;
        var sensor = new SensorPreset { Class = accuracy };
        LoopHistory stairs = Ticks.Of(512, n => Math.Round((n - 256) / 16.0) * 6.25);
        foreach (ulong key in Keys.Take(200))
        {
            double[] samples = new MeasuredColumn(sensor, stairs, 0, LoopHz, LoopHz, key).Samples(512);
            for (int i = 2; i < samples.Length; i++)
            {
                double groundTruth = stairs[0, i - 2];
                if (Math.Abs(groundTruth) >= 20 && Math.Abs(groundTruth) < 99)
                    Math
                        .Abs(samples[i] - groundTruth)
                        .ShouldBeLessThanOrEqualTo((Math.Abs(groundTruth) * accuracy / 100) + sensor.Scale);
            }
        }
    }

    [Fact]
    public void Draw_TheSameKey_IsTheSame()
    {
        var sensor = new SensorPreset { Class = 1 };

        SensorErrors.Draw(sensor, Keys[0]).ShouldBe(SensorErrors.Draw(sensor, Keys[0]));
        SensorErrors.Draw(sensor, Keys[0]).ShouldNotBe(SensorErrors.Draw(sensor, Keys[1]));
    }

    [Fact]
    public void Draw_NoClass_IsWithoutError() =>
        SensorErrors.Draw(new SensorPreset(), Keys[0]).ShouldBe(new SensorErrors(0, 0, 0));

    [Fact]
    public void Draw_GivenErrors_TakesThoseAndDrawsTheRest()
    {
        var drawn = new SensorPreset { Class = 1 };
        SensorPreset given = drawn with { GainErrorPercent = 0.3, LinearityPercent = -0.1 };

        SensorErrors errors = SensorErrors.Draw(given, Keys[0]);
        errors.Gain.ShouldBe(0.003, 1e-15);
        errors.Bow.ShouldBe(-0.2, 1e-15);
        errors.Offset.ShouldBe(SensorErrors.Draw(drawn, Keys[0]).Offset);
    }

    [Fact]
    public void Fill_OfGivenErrors_ShowsEachAtItsPlace()
    {
        var sensor = new SensorPreset { GainErrorPercent = 0.5, OffsetPercent = 0.1, LinearityPercent = 0.25 };
        double peak = 100 / Math.Sqrt(3);

        Shown(sensor, 0).ShouldBe(0.2, sensor.Scale);
        Shown(sensor, peak).ShouldBe((peak * 1.005) + 0.2 + 0.5, sensor.Scale);
        Shown(sensor, -peak).ShouldBe((-peak * 1.005) + 0.2 - 0.5, sensor.Scale);
        Shown(sensor, -99).ShouldBe(-99 * 1.005 + 0.2 - (0.5 * 2.598076 * (0.99 - (0.99 * 0.99 * 0.99))), sensor.Scale);
    }

    [Fact]
    public void Fill_OfAnOverload_SaturatesOnItsOwnSide()
    {
        var sensor = new SensorPreset { LinearityPercent = 10 };

        Shown(sensor, 1e6).ShouldBe(100 - sensor.Scale, 1e-9);
        Shown(sensor, -1e6).ShouldBe(-100, 1e-9);
    }

    private static double Shown(SensorPreset sensor, double groundTruth) =>
        new MeasuredColumn(sensor, Ticks.Of(8, _ => groundTruth), 0, 1024, 1024, Keys[0]).Samples(1)[0];

    private static double Error(SensorErrors errors, double reading, double full)
    {
        double u = reading / full;
        return (reading * errors.Gain) + errors.Offset + (errors.Bow * SensorErrors.BowFactor * (u - (u * u * u)));
    }
}
