using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

internal readonly partial record struct IntegerRange
{
    static partial void AddBits(ReadOnlySpan<ulong> values, ref ulong min, ref ulong max, ref int at)
    {
        ReadOnlySpan<Vector<ulong>> vectors = MemoryMarshal.Cast<ulong, Vector<ulong>>(values);
        if (vectors.IsEmpty)
            return;
        Vector<ulong> least = vectors[0];
        Vector<ulong> greatest = vectors[0];
        foreach (ref readonly Vector<ulong> vector in vectors)
        {
            least = Vector.Min(least, vector);
            greatest = Vector.Max(greatest, vector);
        }

        for (int i = 0; i < Vector<ulong>.Count; i++)
            (min, max) = (Math.Min(min, least[i]), Math.Max(max, greatest[i]));
        at = vectors.Length * Vector<ulong>.Count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void AddDeltas(ReadOnlySpan<long> values, ref long min, ref long max, ref int at)
    {
        if (Vector512.IsHardwareAccelerated && values.Length > Vector512<long>.Count)
        {
            (min, max) = OfManyDeltas(ref MemoryMarshal.GetReference(values), values.Length);
            at = values.Length;
        }
        else if (values.Length > Vector<long>.Count)
        {
            AddSomeDeltas(values, ref min, ref max, ref at);
        }
    }

    private static void AddSomeDeltas(ReadOnlySpan<long> values, ref long min, ref long max, ref int at)
    {
        var least = new Vector<long>(min);
        Vector<long> greatest = least;
        for (; at + Vector<long>.Count <= values.Length; at += Vector<long>.Count)
        {
            Vector<long> delta = new Vector<long>(values[at..]) - new Vector<long>(values[(at - 1)..]);
            least = Vector.Min(least, delta);
            greatest = Vector.Max(greatest, delta);
        }

        for (int i = 0; i < Vector<long>.Count; i++)
            (min, max) = (Math.Min(min, least[i]), Math.Max(max, greatest[i]));
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
