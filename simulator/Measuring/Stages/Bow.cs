using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Simulator.Measuring.Stages;

/// <summary>
/// Error of linearity on the true quantity: a cubic bow u - u^3, nothing at zero and at the largest reading. Beyond that it stays nothing,
/// so that an overload saturates and does not fold back.
/// </summary>
internal sealed class Bow
{
    private readonly double _largest;
    private readonly double _first;
    private readonly double _third;

    public Bow(SensorPreset sensor, SensorErrors errors)
    {
        _largest = sensor.FullReading / Math.Abs(sensor.Gain);

        // The gain and its error come behind the bow.
        double factor = errors.Bow * SensorErrors.BowFactor / (Math.Abs(sensor.Gain) * (1 + errors.Gain));
        _first = factor / _largest;
        _third = _first / (_largest * _largest);
    }

    public void Apply(Span<double> samples) => SampleLanes.Run(new Stage(_largest, _first, _third), samples);

    private readonly struct Stage(double largest, double first, double third) : ISampleStage
    {
        private readonly Vector512<double> _lowest = Vector512.Create(-largest);
        private readonly Vector512<double> _highest = Vector512.Create(largest);
        private readonly Vector512<double> _first = Vector512.Create(first);
        private readonly Vector512<double> _third = Vector512.Create(third);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples)
        {
            Vector512<double> inside = Vector512.MinNative(Vector512.MaxNative(samples, _lowest), _highest);
            return samples + (inside * (_first - (_third * (inside * inside))));
        }
    }
}
