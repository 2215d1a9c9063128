using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Measuring;

/// <summary>A step of a chain over eight samples at a time; it may count on from one eight to the next.</summary>
internal interface ISampleStage
{
    /// <summary>The step for the next eight samples. Only sums, products, comparisons and bit operations, lane by lane,
    /// in written order: so every width of vector and the plain form give the same bits.</summary>
    Vector512<double> Next(Vector512<double> samples);
}

/// <summary>From the true quantity to raw counts, with the errors of gain and zero point.</summary>
internal sealed class AdjustmentStage
{
    private readonly double _countsPerQuantity;
    private readonly double _offset;

    public AdjustmentStage(SensorPreset sensor, SensorErrors errors)
    {
        _countsPerQuantity = sensor.Gain * (1 + errors.Gain) / sensor.Scale;
        _offset = errors.Offset / sensor.Scale;
    }

    public void Apply(Span<double> samples) => SampleSimd.Run(new Stage(_countsPerQuantity, _offset), samples);

    private readonly struct Stage(double factor, double offset) : ISampleStage
    {
        private readonly Vector512<double> _factor = Vector512.Create(factor);
        private readonly Vector512<double> _offset = Vector512.Create(offset);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public Vector512<double> Next(Vector512<double> samples) => (samples * _factor) + _offset;
    }
}

/// <summary>
/// Error of linearity on the true quantity: a cubic bow u - u^3, nothing at zero and at the largest reading. Beyond
/// that it stays nothing, so that an overload saturates and does not fold back.
/// </summary>
internal sealed class LinearityStage
{
    private readonly double _largest;
    private readonly double _first;
    private readonly double _third;

    public LinearityStage(SensorPreset sensor, SensorErrors errors)
    {
        _largest = sensor.FullReading / Math.Abs(sensor.Gain);

        // The gain and its error come after the bow.
        double factor = errors.Bow * SensorErrors.BowFactor / (Math.Abs(sensor.Gain) * (1 + errors.Gain));
        _first = factor / _largest;
        _third = _first / (_largest * _largest);
    }

    public void Apply(Span<double> samples) => SampleSimd.Run(new Stage(_largest, _first, _third), samples);

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

/// <summary>The zero point moves in proportion to the time of the run. In raw counts.</summary>
internal sealed class DriftStage
{
    private const double SecondsPerHour = 3600;

    private readonly double _countsPerSample;

    public DriftStage(SensorPreset sensor, int rateHz) => _countsPerSample =
        sensor.Counts(sensor.DriftPercentPerHour) / (SecondsPerHour * rateHz);

    public void Apply(long firstSample, Span<double> samples) =>
        SampleSimd.Run(new Stage(firstSample, _countsPerSample), samples);

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

/// <summary>
/// What the mains leave on a cable: a sine, its phase drawn for each column. In raw counts. The phase is an integer,
/// turns * 2^64, so the frequency holds for any length of run.
/// </summary>
internal sealed class HumStage
{
    private const ulong PhaseDraw = 3;

    private readonly SineWave _wave;
    private readonly Vector512<ulong> _phases;
    private readonly double _counts;

    public HumStage(SensorPreset sensor, int rateHz, ulong key)
    {
        _wave = SineWave.Create(sensor.HumHz % rateHz, rateHz);
        _phases = Vector512.Create(SineWave.Phase(CounterNoise.Draw(key, PhaseDraw) / 2))
            + SampleSimd.Multiples(_wave.Increment);
        _counts = sensor.Counts(sensor.HumPercent);
    }

    public void Apply(long firstSample, Span<double> samples) =>
        SampleSimd.Run(
            new Stage(_phases + Vector512.Create(_wave.PhaseAt(firstSample)), _wave.Increment, _counts), samples);

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

/// <summary>Normal noise of the amplifier, white. In raw counts.</summary>
internal sealed class NoiseStage
{
    private static readonly Vector512<ulong> Ahead = SampleSimd.Multiples(CounterNoise.Step);

    private readonly ulong _key;
    private readonly double _first;
    private readonly double _third;

    public NoiseStage(SensorPreset sensor, ulong key)
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
            SampleSimd.Run(new Stage(counter, _first, _third), samples);
        else
            Plain(counter, samples);
    }

    // Without AVX-512 there are no products of 64-bit lanes, and what replaces them takes four times as long as
    // this loop.
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

/// <summary>
/// The converter: raw counts are clamped to the range, rounded (half to even), and handed out as counts * scale.
/// </summary>
internal sealed class ConverterStage
{
    private readonly double _lowest;
    private readonly double _highest;
    private readonly double _scale;

    public ConverterStage(SensorPreset sensor)
    {
        _scale = sensor.Scale;
        _lowest = Math.Round(sensor.Min / _scale);
        _highest = _lowest + (1L << sensor.Bits) - 1;
    }

    public void Apply(Span<double> samples) => SampleSimd.Run(new Stage(_lowest, _highest, _scale), samples);

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

/// <summary>
/// The loop of every stage. Where the machine has narrower vectors the runtime does each eight in halves or quarters.
/// </summary>
internal static class SampleSimd
{
    /// <summary>0 to 7 times a step, for counters. For set-up: many machines have no product of 64-bit lanes.</summary>
    public static Vector512<ulong> Multiples(ulong step) => Vector512.Create(step) * Vector512<ulong>.Indices;

    /// <summary>Runs a stage over samples in place; the last eight may be partial.</summary>
    public static void Run<TStage>(TStage stage, Span<double> samples)
        where TStage : struct, ISampleStage
    {
        ref double at = ref MemoryMarshal.GetReference(samples);
        int i = 0;
        for (; i <= samples.Length - Vector512<double>.Count; i += Vector512<double>.Count)
            stage.Next(Vector512.LoadUnsafe(ref at, (nuint)i)).StoreUnsafe(ref at, (nuint)i);
        if (i < samples.Length)
            Rest(ref stage, samples[i..]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Rest<TStage>(ref TStage stage, Span<double> samples)
        where TStage : struct, ISampleStage
    {
        Vector512<double> some = default;
        Span<double> lanes =
            MemoryMarshal.CreateSpan(ref Unsafe.As<Vector512<double>, double>(ref some), Vector512<double>.Count);
        samples.CopyTo(lanes);
        some = stage.Next(some);
        lanes[..samples.Length].CopyTo(samples);
    }
}
