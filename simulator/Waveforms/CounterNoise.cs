using System.Runtime.CompilerServices;

namespace Simulator.Waveforms;

/// <summary>
/// Noise that is a function of (key, sample index) and nothing else: no state, so blocks of any size give the same bits.
/// The mixing function is that of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
/// </summary>
public static class CounterNoise
{
    /// <summary>Step of the counter between two samples: the golden ratio * 2^64, odd.</summary>
    public const ulong Step = 0x9E3779B97F4A7C15;

    // Standard deviation of the sum of four uniform 16-bit numbers: sqrt(4 * (2^32 - 1) / 12).
    private const double SumDeviation = 37837.22;

    /// <summary>Factor that gives <see cref="Sum"/> a standard deviation of 1.</summary>
    public const double Unit = 1 / SumDeviation;

    private const int SumOfMeans = 2 * ushort.MaxValue;

    /// <summary>A key for one column of one channel of one seed.</summary>
    public static ulong Key(ulong seed, int group, int channel, int column) =>
        Mix(Mix(Mix(Mix(seed + Step) + (ulong)group) + (ulong)channel) + (ulong)column);

    /// <summary>Nearly normal noise around 0, times <see cref="SumDeviation"/>: the sum of four uniform numbers, from one mixed
    /// word.</summary>
    /// <param name="counter">Key + sample index * <see cref="Step"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Sum(ulong counter)
    {
        ulong z = Mix(counter);

        // Two 16-bit fields a word are added at once; the carry has room in the empty fields between.
        ulong pairs = (z & 0x0000FFFF_0000FFFF) + ((z >> 16) & 0x0000FFFF_0000FFFF);
        return (int)((uint)pairs + (uint)(pairs >> 32)) - SumOfMeans;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
