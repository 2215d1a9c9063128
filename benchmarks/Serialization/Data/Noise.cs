namespace Benchmarks.Serialization.Data;

/// <summary>
/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every runtime, so that blocks never change with .NET.
/// </summary>
internal sealed class Noise(ulong state)
{
    private const double UnitOf53Bits = 1.0 / (1L << 53);

    /// <summary>0 to less than 1, in steps of 2^-53.</summary>
    public double NextDouble() => (Next() >> 11) * UnitOf53Bits;

    /// <summary>An integer from <paramref name="min"/> to <paramref name="max"/>, both included.</summary>
    public int Next(int min, int max) => min + (int)(Next() % (ulong)(max - min + 1));

    private ulong Next()
    {
        state += 0x9E3779B97F4A7C15;
        ulong z = state;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
