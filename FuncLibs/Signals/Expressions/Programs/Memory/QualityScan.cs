using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Signals.Expressions.Programs.Memory;

/// <summary>Looks at values for what is wrong with them.</summary>
internal static class QualityScan
{
    /// <summary>True when a value is NaN, or at or beyond an end of the range.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static bool HasAnyBad(ReadOnlySpan<double> values, double min, double max)
    {
        Vector512<double> low = Vector512.Create(min);
        Vector512<double> high = Vector512.Create(max);
        Vector512<double> good = Vector512<double>.AllBitsSet;
        ref double first = ref MemoryMarshal.GetReference(values);
        int i = 0;
        for (; i <= values.Length - Vector512<double>.Count; i += Vector512<double>.Count)
        {
            Vector512<double> x = Vector512.LoadUnsafe(ref first, (nuint)i);
            good &= Vector512.GreaterThan(x, low) & Vector512.LessThan(x, high);
        }

        bool bad = good.AsInt64() != Vector512<long>.AllBitsSet;
        for (; i < values.Length; i++)
            bad |= !(values[i] > min && values[i] < max);
        return bad;
    }

    /// <summary>
    /// The quality of each input value: invalid for NaN, saturated at or beyond the range, at least <paramref name="floor"/>.
    /// </summary>
    public static void Grade(ReadOnlySpan<double> values, InputColumn input, Quality floor, Span<Quality> target)
    {
        for (int i = 0; i < values.Length; i++)
        {
            double x = values[i];
            Quality own = double.IsNaN(x) ? Quality.Invalid
                : input.IsBounded && (x <= input.Min || x >= input.Max) ? Quality.Saturated
                : Quality.Good;
            target[i] = own > floor ? own : floor;
        }
    }

    /// <summary>Makes the quality of every NaN invalid.</summary>
    public static void MarkNaN(ReadOnlySpan<double> values, Span<Quality> qualities)
    {
        for (int i = 0; i < values.Length; i++)
        {
            if (double.IsNaN(values[i]))
                qualities[i] = Quality.Invalid;
        }
    }

    /// <summary>The worse of each pair.</summary>
    public static void Worse(ReadOnlySpan<Quality> a, Span<Quality> target)
    {
        for (int i = 0; i < target.Length; i++)
            target[i] = a[i] > target[i] ? a[i] : target[i];
    }
}
