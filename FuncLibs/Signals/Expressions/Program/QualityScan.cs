using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Expressions.Program;

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
    /// The quality of each input value: invalid for NaN, saturated at or beyond the range, at least
    /// <paramref name="floor"/>.
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

/// <summary>Qualities of a tile in which nothing is wrong.</summary>
internal static class AllGood
{
    private static readonly Quality[] Qualities = new Quality[Tile.Length];

    /// <summary>So many of them, at most a tile.</summary>
    public static ReadOnlySpan<Quality> First(int count) => Qualities.AsSpan(0, count);
}

/// <summary>
/// Qualities of operands, for tiles in which something is not good; such tiles are rare, so this is plain code.
/// </summary>
internal static class QualityPass
{
    /// <summary>The worst of up to three operands, value by value.</summary>
    public static void Worst(TileFrame frame, Slot a, Slot b, Slot c, Span<Quality> target)
    {
        target.Clear();
        Add(frame, a, target);
        Add(frame, b, target);
        Add(frame, c, target);
    }

    /// <summary>What goes into a function with state: the worst of both, invalid for NaN.</summary>
    /// <returns>True when all is good; the target is then not written.</returns>
    public static bool AllGoodOf(TileFrame frame, Slot a, Slot b, Span<Quality> target)
    {
        bool nanA = HasNaN(frame, a);
        bool nanB = HasNaN(frame, b);
        if (!nanA && !nanB && frame.IsGood(a) && frame.IsGood(b))
            return true;
        Worst(frame, a, b, Slot.Number(0), target);
        if (nanA)
            QualityScan.MarkNaN(frame.Values(a), target);
        if (nanB)
            QualityScan.MarkNaN(frame.Values(b), target);
        return false;
    }

    /// <summary>The worse of two.</summary>
    public static Quality Worse(Quality a, Quality b) => a > b ? a : b;

    /// <summary>The quality of one value of an operand.</summary>
    public static Quality At(TileFrame frame, Slot slot, int i) =>
        frame.IsGood(slot) ? Quality.Good : frame.Qualities(slot)[i];

    /// <summary>One value of an operand.</summary>
    public static double ValueAt(TileFrame frame, Slot slot, int i) =>
        slot.Kind == SlotKind.Number ? slot.Value : frame.Values(slot)[i];

    private static bool HasNaN(TileFrame frame, Slot slot) =>
        slot.Kind != SlotKind.Number && NaNCheck.HasNaN(frame.Values(slot));

    private static void Add(TileFrame frame, Slot slot, Span<Quality> target)
    {
        if (!frame.IsGood(slot))
            QualityScan.Worse(frame.Qualities(slot), target);
    }
}
