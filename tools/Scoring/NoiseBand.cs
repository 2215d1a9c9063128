using FuncLibs.Blocks.Catalogue.Names;

namespace Tools.Scoring;

/// <summary>
/// The noise band for the turns of a column, from its first samples: wide enough for noise and steps of the converter, and not a cycle.
/// </summary>
internal static class NoiseBand
{
    /// <summary>Samples that are looked at.</summary>
    public const int Samples = 8192;

    // Second differences of white noise have 6 times its variance; the median of magnitudes is 0.6745 of the deviation.
    private const double DeviationOfMedian = 0.6745 * 2.449489742783178;

    // Noise spans 8 deviations from end to end in a million samples; half as much again for what is not white.
    private const double Deviations = 12;
    private const double Steps = 4;
    private const double PercentOfRange = 0.05;

    /// <summary>The band in the unit of the column.</summary>
    /// <param name="signal">The column.</param>
    /// <param name="first">First samples of it.</param>
    public static double Of(SignalDescription signal, ReadOnlySpan<double> first)
    {
        double range = signal.Max - signal.Min;
        double least = double.IsFinite(range) && range > 0 ? range * PercentOfRange / 100 : 0;
        return Math.Max(least, Math.Max(Deviations * DeviationOf(first), Steps * StepOf(first)));
    }

    private static double DeviationOf(ReadOnlySpan<double> x)
    {
        List<double> differences = [];
        for (int i = 2; i < x.Length; i++)
        {
            double second = x[i] - (2 * x[i - 1]) + x[i - 2];
            if (double.IsFinite(second))
                differences.Add(Math.Abs(second));
        }

        differences.Sort();
        return differences.Count == 0 ? 0 : differences[differences.Count / 2] / DeviationOfMedian;
    }

    // The smallest change from sample to sample: one step of the converter, or less than noise anyway.
    private static double StepOf(ReadOnlySpan<double> x)
    {
        double least = double.PositiveInfinity;
        for (int i = 1; i < x.Length; i++)
        {
            double change = Math.Abs(x[i] - x[i - 1]);
            if (change > 0 && change < least)
                least = change;
        }

        return double.IsFinite(least) ? least : 0;
    }
}
