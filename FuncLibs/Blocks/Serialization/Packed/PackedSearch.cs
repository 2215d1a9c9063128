using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Finds the smallest method of a column. The same column always gives the same answer; equal sizes go to the cheaper
/// method.
/// </summary>
internal static class PackedSearch
{
    /// <summary>
    /// Measures every method that can hold the column, smallest first; its scratch memory is that of the last one
    /// tried.
    /// </summary>
    public static PackedPlan Run(ReadOnlySpan<double> points, PackScratch scratch)
    {
        PackedPlan best = PackedPlanner.Repeat(points, scratch);
        if (best.Method == PackedMethod.Constant)
            return best;
        best = AddScaled(points, scratch, best);
        best = best.OrSmaller(PackedPlanner.Trim(points, scratch));
        return best.OrSmaller(PackedPlanner.Shuffle(points, scratch));
    }

    private static PackedPlan AddScaled(ReadOnlySpan<double> points, PackScratch scratch, PackedPlan best)
    {
        Span<double> samples = stackalloc double[ScaleSamples.Count];
        samples = samples[..ScaleSamples.Take(points, samples)];
        if (samples.IsEmpty)
            return best;
        int power = 0;
        while (power <= Scale.MaxPower && !TryAdd(Scale.OfPower(power), samples, points, scratch, ref best))
            power++;

        // Steps that are fractions of 2 are decimals too, but long ones: the step itself is the better scale.
        if (ScaleFactor.TryFind(samples, points, out Scale scale))
            TryAdd(scale, samples, points, scratch, ref best);
        return best;
    }

    // True when the scale holds the whole column: a finer power would only be larger.
    private static bool TryAdd(
        Scale scale,
        ReadOnlySpan<double> samples,
        ReadOnlySpan<double> points,
        PackScratch scratch,
        ref PackedPlan best)
    {
        if (!ScaleSamples.Fit(scale, samples))
            return false;
        int exceptions = PackedPlanner.Quantise(scale, points, scratch, out IntegerRange range);
        if (exceptions < 0)
            return false;
        best = best.OrSmaller(
            PackedPlanner.OfIntegers(PackedMethod.Scaled, scale, range, exceptions, points.Length, scratch));
        best = best.OrSmaller(
            PackedPlanner.OfIntegers(PackedMethod.ScaledDelta, scale, range, exceptions, points.Length, scratch));
        return exceptions == 0;
    }
}
