using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// From points to integers: the nearest integer to point * m, by adding <see cref="FieldRun.Magic"/>; then back again,
/// as a reader will, and the bits compared. That catches -0.0 and whatever else the scale does not hold; NaN returns
/// from a sum as it was and is caught, with all that is outside ±2^51, by the exponent of the sum.
/// </summary>
internal static class Quantiser
{
    /// <summary>Makes the integers of a column.</summary>
    /// <param name="points">The column.</param>
    /// <param name="scale">The scale to try.</param>
    /// <param name="integers">As many places as points.</param>
    /// <param name="range">Least and greatest integer.</param>
    /// <returns>True when every point returns from its integer bit for bit.</returns>
    public static bool TryRun(ReadOnlySpan<double> points, Scale scale, Span<long> integers, out IntegerRange range)
    {
        if (scale.IsProduct)
            return Run<Product>(points, scale, integers, out range);
        if (!scale.IsShortQuotient(0, 0))
            return Run<Quotient>(points, scale, integers, out range);
        bool isExact = Run<ShortQuotient>(points, scale, integers, out range);

        // Beyond 2^31 the short way is not proven: the division decides.
        return scale.IsShortQuotient(range.Min, range.Max) ? isExact
            : Run<Quotient>(points, scale, integers, out range);
    }

    private static bool Run<TScaling>(
        ReadOnlySpan<double> points, Scale scale, Span<long> integers, out IntegerRange range)
        where TScaling : struct, IScaling
    {
        double min;
        double max;
        bool isExact;
        ref double from = ref MemoryMarshal.GetReference(points);
        ref long to = ref MemoryMarshal.GetReference(integers[..points.Length]);
        if (Vector512.IsHardwareAccelerated && Avx512F.IsSupported && points.Length >= Vector512<double>.Count)
            isExact = Quantiser512.Run<TScaling>(ref from, ref to, points.Length, scale, out min, out max);
        else if (Vector256.IsHardwareAccelerated && Fma.IsSupported && points.Length >= Vector256<double>.Count)
            isExact = Quantiser256.Run<TScaling>(ref from, ref to, points.Length, scale, out min, out max);
        else
            isExact = Quantiser64.Run<TScaling>(points, integers, scale, out min, out max);
        range = isExact ? new IntegerRange((long)min, (long)max) : default;
        return isExact;
    }
}
