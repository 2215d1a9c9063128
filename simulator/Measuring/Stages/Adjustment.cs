using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Simulator.Measuring.Stages;

/// <summary>From the true quantity to raw counts, with the errors of gain and zero point.</summary>
internal sealed class Adjustment
{
    private readonly double _countsPerQuantity;
    private readonly double _offset;

    public Adjustment(SensorPreset sensor, SensorErrors errors)
    {
        _countsPerQuantity = sensor.Gain * (1 + errors.Gain) / sensor.Scale;
        _offset = errors.Offset / sensor.Scale;
    }

    public void Apply(Span<double> samples) => SampleLanes.Run(new Stage(_countsPerQuantity, _offset), samples);

    private readonly struct Stage(double factor, double offset) : ISampleStage
    {
        private readonly Vector512<double> _factor = Vector512.Create(factor);
        private readonly Vector512<double> _offset = Vector512.Create(offset);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples) => (samples * _factor) + _offset;
    }
}
