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
    private const ulong PhaseDraw = 3;

    private readonly SineWave _wave;
    private readonly Vector512<ulong> _phases;
    private readonly double _counts;

    public Hum(SensorPreset sensor, int rateHz, ulong key)
    {
        _wave = SineWave.Of(sensor.HumHz % rateHz, rateHz);
        _phases = Vector512.Create(SineWave.Phase(CounterNoise.Draw(key, PhaseDraw) / 2)) + SampleLanes.Multiples(_wave.Increment);
        _counts = sensor.Counts(sensor.HumPercent);
    }

    public void Apply(long firstSample, Span<double> samples) =>
        SampleLanes.Run(new Stage(_phases + Vector512.Create(_wave.PhaseAt(firstSample)), _wave.Increment, _counts), samples);

    private struct Stage(Vector512<ulong> phases, ulong increment, double counts) : ISampleStage
    {
        private readonly Vector512<ulong> _increment = Vector512.Create(increment * (ulong)Vector512<ulong>.Count);
        private readonly Vector512<double> _counts = Vector512.Create(counts);
        private Vector512<ulong> _phases = phases;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples)
        {
            Vector512<double> hummed = samples + (_counts * SinePolynomial.At(_phases));
            _phases += _increment;
            return hummed;
        }
    }
}
