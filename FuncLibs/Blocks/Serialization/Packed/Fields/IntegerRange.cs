using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>Least and greatest of some integers in ±2^52.</summary>
internal readonly record struct IntegerRange(long Min, long Max)
{
    /// <summary>Bits that the distance of any of them from the least one takes.</summary>
    public int Width => 64 - BitOperations.LeadingZeroCount((ulong)(Max - Min));

    /// <summary>The range of integers, unsigned ones as their bits.</summary>
    public static IntegerRange OfBits(ReadOnlySpan<ulong> values)
    {
        ulong min = ulong.MaxValue;
        ulong max = 0;
        ReadOnlySpan<Vector<ulong>> vectors = MemoryMarshal.Cast<ulong, Vector<ulong>>(values);
        if (vectors.Length > 0)
        {
            Vector<ulong> least = vectors[0];
            Vector<ulong> greatest = vectors[0];
            foreach (ref readonly Vector<ulong> vector in vectors)
            {
                least = Vector.Min(least, vector);
                greatest = Vector.Max(greatest, vector);
            }

            for (int i = 0; i < Vector<ulong>.Count; i++)
                (min, max) = (Math.Min(min, least[i]), Math.Max(max, greatest[i]));
        }

        for (int i = vectors.Length * Vector<ulong>.Count; i < values.Length; i++)
            (min, max) = (Math.Min(min, values[i]), Math.Max(max, values[i]));
        return new IntegerRange((long)min, (long)max);
    }

    /// <summary>The range of the differences between integers that follow each other; 0 for fewer than two.</summary>
    public static IntegerRange OfDeltas(ReadOnlySpan<long> values)
    {
        if (values.Length < 2)
            return default;
        if (Vector512.IsHardwareAccelerated && values.Length > Vector512<long>.Count)
            return OfManyDeltas(ref MemoryMarshal.GetReference(values), values.Length);
        long min = values[1] - values[0];
        long max = min;
        int at = 2;
        if (values.Length > Vector<long>.Count)
        {
            var least = new Vector<long>(min);
            Vector<long> greatest = least;
            for (at = 1; at + Vector<long>.Count <= values.Length; at += Vector<long>.Count)
            {
                Vector<long> delta = new Vector<long>(values[at..]) - new Vector<long>(values[(at - 1)..]);
                least = Vector.Min(least, delta);
                greatest = Vector.Max(greatest, delta);
            }

            for (int i = 0; i < Vector<long>.Count; i++)
                (min, max) = (Math.Min(min, least[i]), Math.Max(max, greatest[i]));
        }

        for (; at < values.Length; at++)
        {
            long delta = values[at] - values[at - 1];
            (min, max) = (Math.Min(min, delta), Math.Max(max, delta));
        }

        return new IntegerRange(min, max);
    }

    // The last vector overlaps the one before it.
    private static IntegerRange OfManyDeltas(ref long values, int count)
    {
        Vector512<long> min = Vector512.Create(long.MaxValue);
        Vector512<long> max = Vector512.Create(long.MinValue);
        nuint last = (nuint)(count - Vector512<long>.Count);
        for (nuint i = 1; ; i = nuint.Min(i + (nuint)Vector512<long>.Count, last))
        {
            Vector512<long> delta = Vector512.LoadUnsafe(ref values, i) - Vector512.LoadUnsafe(ref values, i - 1);
            min = Vector512.Min(min, delta);
            max = Vector512.Max(max, delta);
            if (i == last)
                break;
        }

        return new IntegerRange(MinOf(min), ~MinOf(~max));
    }

    /// <summary>The least of 8.</summary>
    public static long MinOf(Vector512<long> values)
    {
        Vector256<long> half = Vector256.Min(values.GetLower(), values.GetUpper());
        Vector128<long> quarter = Vector128.Min(half.GetLower(), half.GetUpper());
        return Math.Min(quarter.ToScalar(), quarter.GetElement(1));
    }
}
