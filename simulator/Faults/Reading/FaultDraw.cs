using Simulator.Waveforms;

namespace Simulator.Faults.Reading;

/// <summary>Random numbers that are a function of (seed, kind, second, purpose) and nothing else.</summary>
/// <param name="seed">Seed of the schedule.</param>
/// <param name="kind">Kind of the fault.</param>
internal readonly struct FaultDraw(ulong seed, FaultKind kind)
{
    /// <summary>Whether a second has the fault.</summary>
    public const int Chance = 0;

    /// <summary>When in the second.</summary>
    public const int Moment = 1;

    /// <summary>At which channel.</summary>
    public const int Channel = 2;

    /// <summary>At which sensor of it.</summary>
    public const int Sensor = 3;

    // Apart from the groups that noise is keyed by.
    private const int KeyGroup = 1000;

    /// <summary>From 0 to below 1.</summary>
    public double Fraction(long second, int purpose) => (Word(second, purpose) >> 11) * (1.0 / (1L << 53));

    /// <summary>From 0 to below a count.</summary>
    public int Below(int count, long second, int purpose) => (int)Math.BigMul(Word(second, purpose), (ulong)count, out _);

    private ulong Word(long second, int purpose) => CounterNoise.Key(seed + ((ulong)second * CounterNoise.Step), KeyGroup, (int)kind, purpose);
}
