namespace Benchmarks.Measuring;

/// <summary>The middle of what several rounds gave.</summary>
internal static class Median
{
    /// <summary>The upper one of the middle two when their number is even; not of nothing.</summary>
    public static double Of(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    /// <summary>Of the quotients of each round.</summary>
    public static double OfRatios(IEnumerable<double> values, IEnumerable<double> limits) => Of(values.Zip(limits, (value, limit) => value / limit));
}
