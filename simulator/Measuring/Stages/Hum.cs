using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Simulator.Waveforms;

namespace Simulator.Measuring.Stages;

/// <summary>
/// What the mains leave on a cable: a sine, its phase drawn for each column. In raw counts. The phase is an integer, turns * 2^64, so the
/// frequency holds for any length of run.
/// </summary>
internal sealed class Hum
{
    private const double PerCent = 0.01;
    private const ulong PhaseDraw = 3;

    private readonly SineWave _wave;
    private readonly ulong _phase;
    private readonly double _counts;

    public Hum(SensorPreset sensor, int rateHz, ulong key)
    {
        _wave = SineWave.Of(sensor.HumHz % rateHz, rateHz);
        _phase = SineWave.Phase(CounterNoise.Draw(key, PhaseDraw) / 2);
        _counts = sensor.HumPercent * PerCent * (sensor.Max - sensor.Min) / sensor.Scale;
    }

    public void Apply(long firstSample, Span<double> samples) =>
        SampleLanes.Run(new Stage(_phase + _wave.PhaseAt(firstSample), _wave.Increment, _counts), samples);

    private struct Stage(ulong phase, ulong increment, double counts) : ISampleStage
    {
        private readonly Vector512<ulong> _increment = Vector512.Create(increment * (ulong)Vector512<ulong>.Count);
        private readonly Vector512<double> _counts = Vector512.Create(counts);
        private Vector512<ulong> _phase = Vector512.Create(phase) + (Vector512.Create(increment) * SampleLanes.Numbers);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples)
        {
            Vector512<double> hummed = samples + (_counts * SinePolynomial.At(_phase));
            _phase += _increment;
            return hummed;
        }
    }
}
