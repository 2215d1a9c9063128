using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>One float column: a sine, noise and the converter, all in raw counts, then counts * scale. A pure function of the sample
/// index.</summary>
public sealed class SimulatedColumn
{
    private readonly SineWave _wave;
    private readonly ulong _phase;
    private readonly ulong _noiseKey;
    private readonly double _mean;
    private readonly double _amplitude;
    private readonly double _noise;
    private readonly double _lowest;
    private readonly double _highest;
    private readonly double _scale;

    /// <summary>Sets the column up.</summary>
    /// <param name="kind">Its quantity.</param>
    /// <param name="wave">The motion of its channel.</param>
    /// <param name="loop">What of the motion arrives, or the identity for a command.</param>
    /// <param name="noiseKey">Key of its noise.</param>
    public SimulatedColumn(SensorKind kind, SineWave wave, ClosedLoop loop, ulong noiseKey)
    {
        _wave = wave;
        _phase = SineWave.Phase(kind.LeadTurns - loop.LagTurns);
        _noiseKey = noiseKey;
        _scale = kind.Scale;
        _mean = kind.Mean / _scale;
        _amplitude = kind.Amplitude * loop.Gain / _scale;
        _noise = (kind.Max - kind.Min) * (kind.NoisePercent / 100) / _scale * CounterNoise.Unit;
        _lowest = Math.Round(kind.Min / _scale);
        _highest = _lowest + (1L << kind.Bits) - 1;
    }

    /// <summary>Writes the samples from <paramref name="first"/> on.</summary>
    public void Fill(long first, Span<double> target)
    {
        ulong phase = _wave.PhaseAt(first) + _phase;
        ulong counter = _noiseKey + ((ulong)first * CounterNoise.Step);
        ulong increment = _wave.Increment;
        for (int i = 0; i < target.Length; i++)
        {
            double counts = _mean + (_amplitude * SineTable.At(phase)) + (_noise * CounterNoise.Sum(counter));
            target[i] = Math.Min(Math.Max(Math.Round(counts), _lowest), _highest) * _scale;
            phase += increment;
            counter += CounterNoise.Step;
        }
    }
}
