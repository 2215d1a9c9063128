using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Tests.Plant;

/// <summary>Keeps all it is told.</summary>
internal sealed class RecordingObserver : IAxisObserver
{
    public List<(long Tick, long Number, double Peak, long PeakTick, double Valley, long ValleyTick)> Cycles { get; } =
        [];

    public Dictionary<string, (long Tick, double Value, string Unit)> Properties { get; } = [];

    public List<(long Tick, double Force)> Breaks { get; } = [];

    public List<(long Tick, AxisControlMode Mode)> Modes { get; } = [];

    public void Cycle(long tick, long number, double peak, long peakTick, double valley, long valleyTick) =>
        Cycles.Add((tick, number, peak, peakTick, valley, valleyTick));

    public void Property(long tick, string name, double value, string unit) =>
        Properties.Add(name, (tick, value, unit));

    public void Break(long tick, double force) => Breaks.Add((tick, force));

    public void Mode(long tick, AxisControlMode mode) => Modes.Add((tick, mode));
}
