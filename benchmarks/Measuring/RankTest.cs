namespace Benchmarks.Measuring;

/// <summary>
/// The two-sided test of Mann and Whitney, exact: the share of all ways to divide the values among the two samples in
/// which the ranks lie at least as far apart. Equal values have the mean of their ranks. Five against five that do not
/// overlap have 2/252 = 0.008, the least that five repeats can give.
/// </summary>
public static class RankTest
{
    /// <summary>What is taken for more than chance.</summary>
    public const double Level = 0.05;

    // 10 against 10 are 184,756 ways.
    private const int MostValues = 20;

    // Sums of halves are exact; this is for the mean, which need not be one.
    private const double Tolerance = 1e-9;

    /// <summary>Probability that two samples of one source lie so far apart, 0 to 1.</summary>
    /// <exception cref="ArgumentException">A sample is empty, or there are more than 20 values.</exception>
    public static double Compare(IReadOnlyList<double> first, IReadOnlyList<double> second)
    {
        int count = first.Count + second.Count;
        if (first.Count == 0 || second.Count == 0 || count > MostValues)
            throw new ArgumentException($"{first.Count} and {second.Count} values cannot be compared", nameof(first));
        double[] ranks = Rank([.. first, .. second]);
        double mean = first.Count * (count + 1) / 2.0;
        double distance = Math.Abs(ranks.Take(first.Count).Sum() - mean);
        int all = 0;
        int far = 0;
        for (uint ways = 0; ways < 1u << count; ways++)
        {
            if (uint.PopCount(ways) != first.Count)
                continue;
            all++;
            double sum = 0;
            for (int i = 0; i < count; i++)
                sum += (ways >> i & 1) * ranks[i];
            if (Math.Abs(sum - mean) >= distance - Tolerance)
                far++;
        }

        return (double)far / all;
    }

    private static double[] Rank(double[] values) =>
    [
        .. values.Select(value =>
            values.Count(other => other < value) + ((values.Count(other => other == value) + 1) / 2.0)),
    ];
}
