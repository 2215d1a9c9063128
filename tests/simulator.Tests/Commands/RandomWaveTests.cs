using Simulator.Presets;

namespace Simulator.Tests.Commands;

public sealed class RandomWaveTests
{
    private const int Seconds = 64;
    private static readonly SegmentPreset Random = new()
    {
        Shape = CommandShape.Random,
        Amplitude = 30,
        FromFrequencyHz = 2,
        ToFrequencyHz = 8,
    };

    [Fact]
    public void Next_Random_HasAThirdOfItsAmplitudeAsDeviationAndNoMore()
    {
        double[] values = Course.Of(Random, Seconds * Course.LoopHz);

        Math.Sqrt(values.Average(v => v * v)).ShouldBe(10, 1);
        values.Max(Math.Abs).ShouldBeInRange(20, 30);
    }

    [Fact]
    public void Next_Random_HasItsPowerInItsBand()
    {
        double[] values = Course.Of(Random, Seconds * Course.LoopHz);
        double inside = 0;
        double all = 0;
        for (int bin = 1; bin < 20 * Seconds; bin++)
        {
            double power = Power(values, bin);
            all += power;
            if (bin is >= (int)(1.9 * Seconds) and <= (int)(8.1 * Seconds))
                inside += power;
        }

        (inside / all).ShouldBeGreaterThan(0.98);
    }

    [Fact]
    public void Next_Random_IsAFunctionOfTheKey()
    {
        double[] values = Course.Of(Random, Course.LoopHz, key: 5);

        Course.Of(Random, Course.LoopHz, key: 5).ShouldBe(values);
        Course.Of(Random, Course.LoopHz, key: 6).ShouldNotBe(values);
    }

    // Goertzel's recurrence at a whole number of turns of the record, every eighth value: the band ends far below.
    private static double Power(double[] values, int bin)
    {
        const int Stride = 8;
        double twice = 2 * Math.Cos(2 * Math.PI * bin * Stride / values.Length);
        (double before, double last) = (0, 0);
        for (int i = 0; i < values.Length; i += Stride)
            (before, last) = (last, values[i] + (twice * last) - before);
        return (last * last) + (before * before) - (twice * last * before);
    }
}
