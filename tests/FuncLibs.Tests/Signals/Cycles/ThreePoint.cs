namespace FuncLibs.Tests.Signals.Cycles;

/// <summary>
/// The rainflow count of ASTM E1049-85, 5.4.4, word for word and all at once: the oracle of the four-point method,
/// which shares no code with it.
/// </summary>
internal static class ThreePoint
{
    public static double[][] Rows(double[] x)
    {
        var halves = new SortedDictionary<(double Range, double Mean), long>();
        List<double> points = [];
        foreach (double reversal in Reversals(x))
        {
            points.Add(reversal);
            while (points.Count >= 3 && NewestRange(points) >= RangeBefore(points))
                Take(points, halves);
        }

        for (int i = 1; i < points.Count; i++)
            Count(halves, points[i - 1], points[i], 1);
        return [.. halves.Select(row => new[] { row.Key.Range, row.Key.Mean, row.Value / 2.0 })];
    }

    // X is the newest range, Y the one before: with the start in Y a half cycle and the start moves on, otherwise a
    // cycle and both points of Y go.
    private static void Take(List<double> points, SortedDictionary<(double Range, double Mean), long> halves)
    {
        if (points.Count == 3)
        {
            Count(halves, points[0], points[1], 1);
            points.RemoveAt(0);
            return;
        }

        Count(halves, points[^3], points[^2], 2);
        points.RemoveRange(points.Count - 3, 2);
    }

    private static double NewestRange(List<double> points) => Math.Abs(points[^2] - points[^1]);

    private static double RangeBefore(List<double> points) => Math.Abs(points[^3] - points[^2]);

    private static void Count(
        SortedDictionary<(double Range, double Mean), long> halves, double from, double to, long count)
    {
        (double, double) key = (Math.Abs(to - from), ((from / 2) + (to / 2)) + 0.0);
        halves[key] = halves.GetValueOrDefault(key) + count;
    }

    private static IEnumerable<double> Reversals(double[] x)
    {
        double[] moving = [.. x.Where((value, i) => i == 0 || value != x[i - 1])];
        if (moving.Length < 2)
            return [];
        return moving.Where(
            (value, i) => i == 0 || i == moving.Length - 1 || (value > moving[i - 1]) == (value > moving[i + 1]));
    }
}
