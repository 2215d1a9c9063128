using System.Numerics;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Buckets;

/// <summary>Least and greatest value of a column, in vectors. Does not allocate.</summary>
public static class Extremes
{
    /// <summary>
    /// Least and greatest, NaN left out; NaN twice when nothing else is there. A zero returns as +0.0: comparisons
    /// take -0.0 and +0.0 for equal, and which one is met first depends on the width of a vector.
    /// </summary>
    public static (double Min, double Max) Find(ReadOnlySpan<double> values)
    {
        (double min, double max) = values.Length < Vector<double>.Count ? OfFew(values) : OfMany(values);
        return min > max ? (double.NaN, double.NaN) : (min + 0.0, max + 0.0);
    }

    /// <summary>Least and greatest of an integer column that is not empty.</summary>
    public static (long Min, long Max) Find(ReadOnlySpan<long> values)
    {
        (long min, long max) = (long.MaxValue, long.MinValue);
        foreach (long value in values)
            (min, max) = (Math.Min(min, value), Math.Max(max, value));
        return (min, max);
    }

    // A comparison with NaN is false: NaN never gets in. Nothing found leaves the least above the greatest.
    private static (double Min, double Max) OfFew(ReadOnlySpan<double> values)
    {
        (double min, double max) = (double.PositiveInfinity, double.NegativeInfinity);
        foreach (double value in values)
        {
            min = value < min ? value : min;
            max = value > max ? value : max;
        }

        return (min, max);
    }

    // Two of each, because a comparison and a choice depend on the pair before. The last vector overlaps:
    // a value that is seen twice changes nothing.
    private static (double Min, double Max) OfMany(ReadOnlySpan<double> values)
    {
        int width = Vector<double>.Count;
        ref double from = ref MemoryMarshal.GetReference(values);
        var min = new Vector<double>(double.PositiveInfinity);
        var max = new Vector<double>(double.NegativeInfinity);
        (Vector<double> min2, Vector<double> max2) = (min, max);
        int i = 0;
        for (; i <= values.Length - (2 * width); i += 2 * width)
        {
            Vector<double> first = Vector.LoadUnsafe(ref from, (nuint)i);
            Vector<double> second = Vector.LoadUnsafe(ref from, (nuint)(i + width));
            min = Lesser(first, min);
            max = Greater(first, max);
            min2 = Lesser(second, min2);
            max2 = Greater(second, max2);
        }

        if (i <= values.Length - width)
        {
            Vector<double> whole = Vector.LoadUnsafe(ref from, (nuint)i);
            (min, max) = (Lesser(whole, min), Greater(whole, max));
        }

        Vector<double> tail = Vector.LoadUnsafe(ref from, (nuint)(values.Length - width));
        return Across(Lesser(tail, Lesser(min2, min)), Greater(tail, Greater(max2, max)));
    }

    private static (double Min, double Max) Across(Vector<double> min, Vector<double> max)
    {
        (double least, double greatest) = (min[0], max[0]);
        for (int lane = 1; lane < Vector<double>.Count; lane++)
            (least, greatest) = (Math.Min(least, min[lane]), Math.Max(greatest, max[lane]));
        return (least, greatest);
    }

    private static Vector<double> Lesser(Vector<double> value, Vector<double> than) =>
        Vector.ConditionalSelect(Vector.LessThan(value, than), value, than);

    private static Vector<double> Greater(Vector<double> value, Vector<double> than) =>
        Vector.ConditionalSelect(Vector.GreaterThan(value, than), value, than);
}
