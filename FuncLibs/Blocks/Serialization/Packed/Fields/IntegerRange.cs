using System.Numerics;

namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>Least and greatest of some integers in ±2^52.</summary>
internal readonly partial record struct IntegerRange(long Min, long Max)
{
    /// <summary>Bits that the distance of any of them from the least one takes.</summary>
    public int Width => 64 - BitOperations.LeadingZeroCount((ulong)(Max - Min));

    /// <summary>The range of integers, unsigned ones as their bits.</summary>
    public static IntegerRange OfBits(ReadOnlySpan<ulong> values)
    {
        ulong min = ulong.MaxValue;
        ulong max = 0;
        int at = 0;
        AddBits(values, ref min, ref max, ref at);
        for (; at < values.Length; at++)
            (min, max) = (Math.Min(min, values[at]), Math.Max(max, values[at]));
        return new IntegerRange((long)min, (long)max);
    }

    /// <summary>The range of the differences between integers that follow each other; 0 for fewer than two.</summary>
    public static IntegerRange OfDeltas(ReadOnlySpan<long> values)
    {
        if (values.Length < 2)
            return default;
        long min = values[1] - values[0];
        long max = min;
        int at = 1;
        AddDeltas(values, ref min, ref max, ref at);
        for (; at < values.Length; at++)
        {
            long delta = values[at] - values[at - 1];
            (min, max) = (Math.Min(min, delta), Math.Max(max, delta));
        }

        return new IntegerRange(min, max);
    }

    static partial void AddBits(ReadOnlySpan<ulong> values, ref ulong min, ref ulong max, ref int at);

    static partial void AddDeltas(ReadOnlySpan<long> values, ref long min, ref long max, ref int at);
}
