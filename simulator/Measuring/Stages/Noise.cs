using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Simulator.Waveforms;

namespace Simulator.Measuring.Stages;

/// <summary>Normal noise of the amplifier, white. In raw counts.</summary>
internal sealed class Noise
{
    private const double PerCent = 0.01;

    private readonly ulong _key;
    private readonly double _first;
    private readonly double _third;

    public Noise(SensorPreset sensor, ulong key)
    {
        double counts = sensor.NoisePercent * PerCent * (sensor.Max - sensor.Min) / sensor.Scale;
        _key = key;
        _first = counts * CounterNoise.First;
        _third = counts * CounterNoise.Third;
    }

    public void Apply(long firstSample, Span<double> samples) =>
        SampleLanes.Run(new Stage(_key + ((ulong)firstSample * CounterNoise.Step), _first, _third), samples);

    private struct Stage(ulong counter, double first, double third) : ISampleStage
    {
        private readonly Vector512<double> _first = Vector512.Create(first);
        private readonly Vector512<double> _third = Vector512.Create(third);
        private Vector512<ulong> _counter = Vector512.Create(counter) + (Vector512.Create(CounterNoise.Step) * SampleLanes.Numbers);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples)
        {
            Vector512<double> sum = CounterNoise.Sum(_counter);
            _counter += Vector512.Create(CounterNoise.Step * (ulong)Vector512<ulong>.Count);
            return samples + (sum * (_first + (_third * (sum * sum))));
        }
    }
}
