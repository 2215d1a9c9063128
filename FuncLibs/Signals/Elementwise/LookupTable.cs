using System.Globalization;

namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// Support points of <c>lookup</c>, straight lines between them: y0 + (y1 - y0) / (x1 - x0) * (x - x0), and y0 itself
/// at x0, so that each support point returns with all its bits (as numpy.interp). Immutable.
/// </summary>
public sealed class LookupTable
{
    /// <summary>Most support points.</summary>
    public const int MaxPoints = 65_536;

    private readonly double[] _x;
    private readonly double[] _y;
    private readonly double[] _slope;
    private readonly bool _clamps;

    private LookupTable(double[] x, double[] y, bool clamps)
    {
        (_x, _y, _clamps) = (x, y, clamps);
        _slope = new double[x.Length - 1];
        for (int i = 0; i < _slope.Length; i++)
            _slope[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
    }

    /// <summary>Makes a table of copies of the points.</summary>
    /// <param name="x">2 to <see cref="MaxPoints"/> finite places, each greater than the one before.</param>
    /// <param name="y">As many finite values.</param>
    /// <param name="clamps">True: outside the table the first or last value holds; false: NaN.</param>
    /// <param name="fault">What is wrong with them in one line; null when nothing is.</param>
    /// <returns>The table, or null.</returns>
    public static LookupTable? Create(ReadOnlySpan<double> x, ReadOnlySpan<double> y, bool clamps, out string? fault)
    {
        fault = FindFault(x, y);
        return fault is null ? new LookupTable(x.ToArray(), y.ToArray(), clamps) : null;
    }

    /// <summary>The value at a place.</summary>
    internal double At(double x) => Outside(x, out double y) ? y : Within(x, IntervalOf(x));

    /// <summary>The values at many places, which mostly are near the one before.</summary>
    internal void At(ReadOnlySpan<double> source, Span<double> target)
    {
        int interval = 0;
        for (int i = 0; i < source.Length; i++)
        {
            double x = source[i];
            if (Outside(x, out double y))
            {
                target[i] = y;
                continue;
            }

            if (!(x >= _x[interval] && x < _x[interval + 1]))
                interval = IntervalOf(x);
            target[i] = Within(x, interval);
        }
    }

    // At or beyond the ends, and NaN; only what is left is searched for.
    private bool Outside(double x, out double y)
    {
        y = double.NaN;
        if (x > _x[0] && x < _x[^1])
            return false;
        if (x == _x[0] || (x < _x[0] && _clamps))
            y = _y[0];
        else if (x == _x[^1] || (x > _x[^1] && _clamps))
            y = _y[^1];
        return true;
    }

    private double Within(double x, int interval)
    {
        double distance = x - _x[interval];
        return distance == 0 ? _y[interval] : (_slope[interval] * distance) + _y[interval];
    }

    // The last support point that is not above x.
    private int IntervalOf(double x)
    {
        (int low, int high) = (0, _x.Length - 1);
        while (high - low > 1)
        {
            int middle = (low + high) >>> 1;
            (low, high) = _x[middle] <= x ? (middle, high) : (low, middle);
        }

        return low;
    }

    private static string? FindFault(ReadOnlySpan<double> x, ReadOnlySpan<double> y)
    {
        if (x.Length != y.Length)
            return $"lookup table: {x.Length} places but {y.Length} values; give pairs";
        if (x.Length is < 2 or > MaxPoints)
            return $"lookup table: {x.Length} points; allowed are 2 to {MaxPoints}";
        for (int i = 0; i < x.Length; i++)
        {
            if (!double.IsFinite(x[i]) || !double.IsFinite(y[i]))
                return Text(i, $"({x[i]}, {y[i]}) is not finite; leave it out");
            if (i > 0 && x[i] <= x[i - 1])
                return Text(i, $"{x[i]} is not above {x[i - 1]}; sort the places, each once");
            if (i > 0 && !double.IsFinite((y[i] - y[i - 1]) / (x[i] - x[i - 1])))
                return Text(
                    i, $"the line to it from ({x[i - 1]}, {y[i - 1]}) is too steep for float64; move the places apart");
        }

        return null;
    }

    private static string Text(int point, FormattableString what) =>
        $"lookup table: point {point + 1}: {what.ToString(CultureInfo.InvariantCulture)}";
}
