namespace FuncLibs.Signals.Windows;

/// <summary>
/// 1 where the newest value is more than k scaled median absolute deviations off the median of its window. 1.4826
/// makes the MAD an estimate of the standard deviation of normal noise. Of more than half equal values the MAD is 0,
/// and any other value an outlier.
/// </summary>
/// <remarks>
/// Source: Hampel, The influence curve and its role in robust estimation (1974); Davies and Gather (1993) for the
/// identifier.
/// </remarks>
internal sealed class Outlier(int length, double k) : OrderedState("outlier", length, k)
{
    private const double Scale = 1.4826;

    private readonly double _factor = k * Scale;

    protected override double ValueOf(OrderedWindow window, double newest)
    {
        double median = window.Median();
        double off = Math.Abs(newest - median);
        double limit = _factor * MedianDeviation(window, median);
        return double.IsNaN(off) || double.IsNaN(limit) ? double.NaN : off > limit ? 1 : 0;
    }

    private static double MedianDeviation(OrderedWindow window, double median)
    {
        int count = window.Count;
        (double lower, double upper) = MiddleDeviations(window, median, (count + 1) / 2);
        return count % 2 == 1 ? lower : OrderedWindow.Midpoint(lower, upper);
    }

    // Below the middle the deviations grow downwards, above it upwards: two sorted rows. Of the `taken` least of both,
    // `below` come from the first; found by bisection. Returned are the greatest of them and the least of the others.
    private static (double Lower, double Upper) MiddleDeviations(OrderedWindow window, double median, int taken)
    {
        int half = window.Count / 2;
        int min = Math.Max(0, taken - (window.Count - half));
        int max = Math.Min(half, taken);
        while (min < max)
        {
            int below = (min + max) / 2;
            if (Below(below) < Above(taken - below - 1))
                min = below + 1;
            else
                max = below;
        }

        return (Math.Max(Below(min - 1), Above(taken - min - 1)), Math.Min(Below(min), Above(taken - min)));

        double Below(int i) =>
            i < 0
                ? double.NegativeInfinity
                : i >= half ? double.PositiveInfinity : median - window.Select(half - 1 - i);

        double Above(int i) => i < 0 ? double.NegativeInfinity
            : half + i >= window.Count ? double.PositiveInfinity : window.Select(half + i) - median;
    }
}
