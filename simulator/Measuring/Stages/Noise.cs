using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Simulator.Waveforms;

namespace Simulator.Measuring.Stages;

/// <summary>Normal noise of the amplifier, white. In raw counts.</summary>
internal sealed class Noise
{
    private static readonly Vector512<ulong> Ahead = SampleLanes.Multiples(CounterNoise.Step);

    private readonly ulong _key;
    private readonly double _first;
    private readonly double _third;

    public Noise(SensorPreset sensor, ulong key)
    {
        double counts = sensor.Counts(sensor.NoisePercent);
        _key = key;
        _first = counts * CounterNoise.First;
        _third = counts * CounterNoise.Third;
    }

    public void Apply(long firstSample, Span<double> samples)
    {
        ulong counter = _key + ((ulong)firstSample * CounterNoise.Step);
        if (Vector512.IsHardwareAccelerated)
            SampleLanes.Run(new Stage(counter, _first, _third), samples);
        else
            Plain(counter, samples);
    }

    // Without AVX-512 there are no products of 64-bit lanes, and what stands in for them takes four times as long as this loop.
    private void Plain(ulong counter, Span<double> samples)
    {
        foreach (ref double sample in samples)
        {
            double sum = CounterNoise.Sum(counter);
            sample += sum * (_first + (_third * (sum * sum)));
            counter += CounterNoise.Step;
        }
    }

    private struct Stage(ulong counter, double first, double third) : ISampleStage
    {
        private readonly Vector512<double> _first = Vector512.Create(first);
        private readonly Vector512<double> _third = Vector512.Create(third);
        private Vector512<ulong> _counter = Vector512.Create(counter) + Ahead;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples)
        {
            Vector512<double> sum = CounterNoise.Sum(_counter);
            _counter += Vector512.Create(CounterNoise.Step * (ulong)Vector512<ulong>.Count);
            return samples + (sum * (_first + (_third * (sum * sum))));
        }
    }
}
