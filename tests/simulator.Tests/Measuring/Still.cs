using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Tests.Measuring;

/// <summary>A chain over a quantity that stands still, so that only what the chain adds is left.</summary>
internal static class Still
{
    public const int LoopHz = 1;

    public static double[] Samples(
        SensorPreset sensor, int rateHz, int count, ulong? key = null, double groundTruth = 0, long first = 0)
    {
        LoopHistory history = Ticks.Of((int)((first + count) / rateHz) + 4, _ => groundTruth);
        return new MeasuredColumn(
            sensor, history, 0, LoopHz, rateHz, key ?? CounterNoise.Key(1, 0, 0, 0)).Samples(count, first);
    }
}
