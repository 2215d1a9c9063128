using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Simulator.Measuring.Stages;

/// <summary>The converter: raw counts are clamped to the range, rounded (half to even), and handed out as counts * scale.</summary>
internal sealed class Converter
{
    private readonly double _lowest;
    private readonly double _highest;
    private readonly double _scale;

    public Converter(SensorPreset sensor)
    {
        _scale = sensor.Scale;
        _lowest = Math.Round(sensor.Min / _scale);
        _highest = _lowest + (1L << sensor.Bits) - 1;
    }

    public void Apply(Span<double> samples) => SampleLanes.Run(new Stage(_lowest, _highest, _scale), samples);

    private readonly struct Stage(double lowest, double highest, double scale) : ISampleStage
    {
        private readonly Vector512<double> _lowest = Vector512.Create(lowest);
        private readonly Vector512<double> _highest = Vector512.Create(highest);
        private readonly Vector512<double> _scale = Vector512.Create(scale);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples) =>
            Vector512.Round(Vector512.Min(Vector512.Max(samples, _lowest), _highest)) * _scale;
    }
}
