using System.Globalization;

namespace Tools.Plotting;

/// <summary>Values onto pixels, with ticks at round values: 1, 2 or 5 times a power of ten.</summary>
public sealed class PlotScale
{
    private const double Margin = 0.04;
    private readonly double _low;
    private readonly double _high;
    private readonly double _from;
    private readonly double _to;

    /// <summary>A scale that shows a range.</summary>
    /// <param name="low">Least value.</param>
    /// <param name="high">Greatest value; a little room is left around both.</param>
    /// <param name="from">Pixel of the least.</param>
    /// <param name="to">Pixel of the greatest.</param>
    public PlotScale(double low, double high, double from, double to)
    {
        double margin = high > low ? (high - low) * Margin : Math.Max(1e-9, Math.Abs(high) * Margin);
        (_low, _high, _from, _to) = (low - margin, high + margin, from, to);
    }

    /// <summary>The pixel of a value.</summary>
    public double At(double value) => _from + ((value - _low) / (_high - _low) * (_to - _from));

    /// <summary>Round values within the range.</summary>
    /// <param name="max">About so many.</param>
    public IEnumerable<(double Value, string Text)> Ticks(int max)
    {
        double step = Step((_high - _low) / max);
        int decimals = Math.Max(0, (int)-Math.Floor(Math.Log10(step)));
        for (double n = Math.Ceiling(_low / step); n * step <= _high; n++)
        {
            // Adding 0 makes a negative zero a plain one.
            double value = (n * step) + 0.0;
            yield return (value, value.ToString($"F{decimals}", CultureInfo.InvariantCulture));
        }
    }

    private static double Step(double min)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(min)));
        return (min / power) switch
        {
            <= 1 => power,
            <= 2 => 2 * power,
            <= 5 => 5 * power,
            _ => 10 * power,
        };
    }
}
