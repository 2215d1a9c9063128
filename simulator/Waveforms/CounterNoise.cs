using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Simulator.Waveforms;

/// <summary>
/// Noise that is a function of (key, sample index) and nothing else: no state, so blocks of any size give the same
/// bits. The mixing function is that of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// 2014).
/// </summary>
public static class CounterNoise
{
    /// <summary>Step of the counter between two samples: the golden ratio * 2^64, odd.</summary>
    public const ulong Step = 0x9E3779B97F4A7C15;

    // Standard deviation of the sum of four uniform 16-bit numbers: sqrt(4 * (2^32 - 1) / 12).
    private const double SumDeviation = 37837.22;

    /// <summary>Factor that gives <see cref="Sum(ulong)"/> a standard deviation of 1.</summary>
    public const double Unit = 1 / SumDeviation;

    private const ulong SumBits = 0x3FFFF;
    private const int SumOfMeans = 2 * ushort.MaxValue;

    // x (a + b x^2) with the variance and the fourth moment of a normal number (kurtosis 3), x being the sum of four
    // uniform numbers at variance 1 (kurtosis 2.7): a first Cornish-Fisher step, solved for the exact moments of that
    // sum. Largest value 4.06.
    private const double Straight = 0.9490355216555493;
    private const double Cubic = 0.018641505975653675;

    /// <summary>Normal noise of deviation 1 is <c>s (First + Third s^2)</c>, s = <see cref="Sum(ulong)"/>.</summary>
    public const double First = Straight * Unit;

    /// <summary>See <see cref="First"/>.</summary>
    public const double Third = Cubic * Unit * Unit * Unit;

    // 2^52 as bits and as a number: a small integer in the low bits of it is the number 2^52 + integer.
    private const ulong WholeBits = 0x4330_0000_0000_0000;
    private const double Whole = 4503599627370496;

    /// <summary>A key for one column of one channel of one seed.</summary>
    public static ulong Key(ulong seed, int group, int channel, int column) =>
        Mix(Mix(Mix(Mix(seed + Step) + (ulong)group) + (ulong)channel) + (ulong)column);

    /// <summary>Nearly normal noise around 0, times <see cref="SumDeviation"/>: the sum of four uniform numbers, from
    /// one mixed word.</summary>
    /// <param name="counter">Key + sample index * <see cref="Step"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Sum(ulong counter)
    {
        ulong z = Mix(counter);

        // Two 16-bit fields a word are added at once; the carry has room in the empty fields between.
        ulong pairs = (z & 0x0000FFFF_0000FFFF) + ((z >> 16) & 0x0000FFFF_0000FFFF);
        return (int)((uint)pairs + (uint)(pairs >> 32)) - SumOfMeans;
    }

    /// <summary><see cref="Sum(ulong)"/> of eight counters.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<double> Sum(Vector512<ulong> counters)
    {
        Vector512<ulong> z = counters;
        z = (z ^ (z >> 30)) * Vector512.Create(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)) * Vector512.Create(0x94D049BB133111EB);
        z ^= z >> 31;
        Vector512<ulong> fields = Vector512.Create(0x0000FFFF_0000FFFFUL);
        Vector512<ulong> pairs = (z & fields) + ((z >> 16) & fields);
        Vector512<ulong> sums = (pairs + (pairs >> 32)) & Vector512.Create(SumBits);
        return (sums | Vector512.Create(WholeBits)).AsDouble() - Vector512.Create(Whole + SumOfMeans);
    }

    /// <summary>Normal noise of deviation 1 for one counter; the largest magnitude is 4.06.</summary>
    /// <param name="counter">Key + sample index * <see cref="Step"/>.</param>
    public static double Normal(ulong counter)
    {
        double sum = Sum(counter);
        return sum * (First + (Third * (sum * sum)));
    }

    /// <summary>
    /// The n-th of the numbers that a column draws once, even in -1 to 1: errors of its chain, its phases.
    /// </summary>
    /// <param name="key">Key of the column.</param>
    /// <param name="number">Which draw.</param>
    public static double Draw(ulong key, ulong number)
    {
        const double Half = 1.0 / (1L << 52);

        // Mixed once more, so that the draws are not the column's noise at some sample.
        return ((long)(Mix(Mix(key ^ Step) + number) >> 11) * Half) - 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
