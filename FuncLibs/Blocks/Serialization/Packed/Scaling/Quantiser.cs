using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// From points to integers: the nearest integer to point * m, by adding <see cref="FieldRun.Magic"/>; then back again,
/// as a reader will, and the bits compared. That catches -0.0 and whatever else the scale does not hold; NaN returns
/// from a sum as it was and is caught, with all that is outside ±2^51, by the exponent of the sum.
/// </summary>
internal static partial class Quantiser
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
        double min = 0;
        double max = 0;
        bool isExact = false;
        bool isDone = false;
        RunVectors<TScaling>(points, scale, integers, ref min, ref max, ref isExact, ref isDone);
        if (!isDone)
            isExact = Quantiser64.Run<TScaling>(points, integers, scale, out min, out max);
        range = isExact ? new IntegerRange((long)min, (long)max) : default;
        return isExact;
    }

    static partial void RunVectors<TScaling>(
        ReadOnlySpan<double> points,
        Scale scale,
        Span<long> integers,
        ref double min,
        ref double max,
        ref bool isExact,
        ref bool isDone)
        where TScaling : struct, IScaling;
}
