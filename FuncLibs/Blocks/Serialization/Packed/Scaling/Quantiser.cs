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
        double least;
        double greatest;
        bool isExact;
        ref double from = ref MemoryMarshal.GetReference(points);
        ref long to = ref MemoryMarshal.GetReference(integers[..points.Length]);
        if (Vector512.IsHardwareAccelerated && Avx512F.IsSupported && points.Length >= Vector512<double>.Count)
            isExact = RunVectors<TScaling, Lanes512, Vector512<double>>(
                ref from, ref to, points.Length, scale, out least, out greatest);
        else if (Vector256.IsHardwareAccelerated && Fma.IsSupported && points.Length >= Vector256<double>.Count)
            isExact = RunVectors<TScaling, Lanes256, Vector256<double>>(
                ref from, ref to, points.Length, scale, out least, out greatest);
        else
            isExact = Quantiser64.Run<TScaling>(points, integers, scale, out least, out greatest);
        range = isExact ? new IntegerRange((long)least, (long)greatest) : default;
        return isExact;
    }

    // The points are at least a vector. The last vector overlaps the one before it: the same points give the same
    // integers.
    private static bool RunVectors<TScaling, TLanes, TVector>(
        ref double from, ref long to, int count, Scale scale, out double least, out double greatest)
        where TScaling : struct, IScaling
        where TLanes : struct, ILanes<TVector>
        where TVector : struct
    {
        TVector magic = TLanes.Create(FieldRun.Magic);
        TVector toInteger = TLanes.Create(scale.ToInteger);
        TVector factor = TLanes.Create(scale.Factor);
        TVector inverse = TLanes.Divide(TLanes.Create(1), factor);
        TVector min = TLanes.Create(double.MaxValue);
        TVector max = TLanes.Create(double.MinValue);
        TVector strange = default;
        TVector outside = default;
        nuint last = (nuint)(count - TLanes.Count);
        for (nuint i = 0; ; i = nuint.Min(i + (nuint)TLanes.Count, last))
        {
            TVector point = TLanes.Load(ref from, i);
            TVector sum = TLanes.Add(TLanes.Multiply(point, toInteger), magic);
            TVector k = TLanes.Subtract(sum, magic);
            TLanes.StoreBitsAbove(magic, sum, ref to, i);
            outside = TLanes.AddDifferences(outside, sum, magic);
            strange = TLanes.AddDifferences(strange, TScaling.Apply<TLanes, TVector>(k, factor, inverse), point);
            min = TLanes.Min(min, k);
            max = TLanes.Max(max, k);
            if (i == last)
                break;
        }

        least = TLanes.Least(min);
        greatest = -TLanes.Least(TLanes.Negate(max));
        return TLanes.AreClear(strange, ~0L) && TLanes.AreClear(outside, FieldRun.MagicFrame);
    }
}
