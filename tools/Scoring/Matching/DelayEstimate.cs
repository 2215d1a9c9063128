namespace Tools.Scoring.Matching;

/// <summary>
/// How much later the measuring chain shows what happens: the shift that lets the first marks of both sides match best.
/// Of shifts that do nearly as well the smallest is taken, because a periodic signal fits itself one period later, too,
/// but for its ends.
/// </summary>
internal static class DelayEstimate
{
    // A shift counts as good as another one with at most a tenth more pairs: the first and last marks of a window.
    private const double NearlyAsGood = 0.9;
    private const int Starts = 8;

    /// <summary>Estimates it.</summary>
    /// <param name="groundTruth">First marks of the ground truth, rising.</param>
    /// <param name="found">First marks that were found, rising.</param>
    /// <param name="tolerance">Base samples.</param>
    /// <param name="max">Largest delay or advance, base samples.</param>
    /// <returns>Base samples; 0 when nothing matches.</returns>
    public static long Compute(ReadOnlySpan<Mark> groundTruth, ReadOnlySpan<Mark> found, long tolerance, long max)
    {
        List<(long Shift, int Pairs)> shifts = [(0, Pairs(groundTruth, found, tolerance, 0, null))];
        for (int start = 0; start < Math.Min(Starts, groundTruth.Length); start++)
        {
            foreach (ref readonly Mark mark in found)
            {
                long shift = mark.Index - groundTruth[start].Index;
                if (Math.Abs(shift) <= max)
                    shifts.Add((shift, Pairs(groundTruth, found, tolerance, shift, null)));
            }
        }

        int best = shifts.Max(shift => shift.Pairs);
        if (best == 0)
            return 0;
        long chosen =
            shifts.Where(shift => shift.Pairs >= best * NearlyAsGood).MinBy(shift => Math.Abs(shift.Shift)).Shift;
        List<long> differences = [];
        Pairs(groundTruth, found, tolerance, chosen, differences);
        return MedianOf(differences);
    }

    /// <summary>The lower median.</summary>
    public static long MedianOf(List<long> values)
    {
        if (values.Count == 0)
            return 0;
        values.Sort();
        return values[(values.Count - 1) / 2];
    }

    private static int Pairs(
        ReadOnlySpan<Mark> groundTruth, ReadOnlySpan<Mark> found, long tolerance, long shift, List<long>? differences)
    {
        (int t, int f, int pairs) = (0, 0, 0);
        while (t < groundTruth.Length && f < found.Length)
        {
            long difference = found[f].Index - groundTruth[t].Index;
            if (Math.Abs(difference - shift) <= tolerance)
            {
                differences?.Add(difference);
                pairs++;
                t++;
                f++;
            }
            else if (difference > shift)
            {
                t++;
            }
            else
            {
                f++;
            }
        }

        return pairs;
    }
}
