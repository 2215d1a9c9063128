namespace Tools.Plotting;

/// <summary>Fewer points that look the same: of each run of samples, those with the least and the greatest value of
/// either axis, in their order, so that no spike is lost.</summary>
public static class Decimation
{
    private const int PointsOfRun = 4;

    /// <summary>Indices of the points to draw.</summary>
    /// <param name="x">Horizontal values.</param>
    /// <param name="y">Vertical values.</param>
    /// <param name="runs">Runs at most.</param>
    public static IReadOnlyList<int> Indices(ReadOnlySpan<double> x, ReadOnlySpan<double> y, int runs)
    {
        var kept = new List<int>();
        Span<int> points = stackalloc int[PointsOfRun];
        int count = Math.Min(runs, x.Length);
        for (int run = 0; run < count; run++)
        {
            int from = (int)((long)x.Length * run / count);
            int to = (int)((long)x.Length * (run + 1) / count);
            (points[0], points[1]) = Ends(x, from, to);
            (points[2], points[3]) = Ends(y, from, to);
            points.Sort();
            foreach (int point in points)
            {
                if (kept.Count == 0 || kept[^1] != point)
                    kept.Add(point);
            }
        }

        return kept;
    }

    private static (int Least, int Greatest) Ends(ReadOnlySpan<double> values, int from, int to)
    {
        (int min, int max) = (from, from);
        for (int i = from + 1; i < to; i++)
        {
            if (values[i] < values[min])
                min = i;
            if (values[i] > values[max])
                max = i;
        }

        return (min, max);
    }
}
