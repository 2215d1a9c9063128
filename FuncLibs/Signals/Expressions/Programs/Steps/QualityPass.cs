using FuncLibs.Signals.Elementwise.Looks;
using FuncLibs.Signals.Expressions.Programs.Memory;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>Qualities of operands, for tiles in which something is not good; such tiles are rare, so this is plain code.</summary>
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

    /// <summary>What goes into a function that remembers: the worst of both, invalid for NaN.</summary>
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
    public static Quality At(TileFrame frame, Slot slot, int i) => frame.IsGood(slot) ? Quality.Good : frame.Qualities(slot)[i];

    /// <summary>One value of an operand.</summary>
    public static double ValueAt(TileFrame frame, Slot slot, int i) => slot.Kind == SlotKind.Number ? slot.Value : frame.Values(slot)[i];

    private static bool HasNaN(TileFrame frame, Slot slot) => slot.Kind != SlotKind.Number && NaNScan.Finds(frame.Values(slot));

    private static void Add(TileFrame frame, Slot slot, Span<Quality> target)
    {
        if (!frame.IsGood(slot))
            QualityScan.Worse(frame.Qualities(slot), target);
    }
}
