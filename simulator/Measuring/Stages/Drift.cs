using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Simulator.Measuring.Stages;

/// <summary>The zero point moves in proportion to the time of the run. In raw counts.</summary>
internal sealed class Drift
{
    private const double SecondsPerHour = 3600;

    private readonly double _countsPerSample;

    public Drift(SensorPreset sensor, int rateHz) => _countsPerSample =
        sensor.Counts(sensor.DriftPercentPerHour) / (SecondsPerHour * rateHz);

    public void Apply(long firstSample, Span<double> samples) => SampleLanes.Run(new Stage(firstSample, _countsPerSample), samples);

    // Sample indices are whole numbers below 2^53, so counting on in doubles is exact.
    private struct Stage(long firstSample, double countsPerSample) : ISampleStage
    {
        private readonly Vector512<double> _countsPerSample = Vector512.Create(countsPerSample);
        private Vector512<double> _sample = Vector512.Create((double)firstSample) + Vector512<double>.Indices;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples)
        {
            Vector512<double> drifted = samples + (_sample * _countsPerSample);
            _sample += Vector512.Create((double)Vector512<double>.Count);
            return drifted;
        }
    }
}
