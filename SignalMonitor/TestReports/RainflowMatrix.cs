using System.Collections.Immutable;
using System.Globalization;

namespace SignalMonitor.TestReports;

/// <summary>The rows of a rainflow table as a matrix of classes: range across, mean upwards.</summary>
internal static class RainflowMatrix
{
    private const int Classes = 32;
    private const int Height = 320;

    /// <summary>Draws the matrix; the darker a class, the more cycles, on a scale of logarithms.</summary>
    /// <param name="rows">Range, mean, cycles.</param>
    /// <param name="signal">The signal, for the text.</param>
    /// <param name="unit">Its unit; empty for none.</param>
    /// <returns>The plot; null when there is no cycle.</returns>
    public static SvgPlot? Draw(ImmutableArray<ImmutableArray<double>> rows, string signal, string unit)
    {
        if (rows.IsEmpty)
            return null;
        (double Low, double High) ranges = (0, Math.Max(double.Epsilon, rows.Max(row => row[0])));
        (double Low, double High) means = (rows.Min(row => row[1]), rows.Max(row => row[1]));
        if (means.High <= means.Low)
            means = (means.Low - (ranges.High / 2), means.High + (ranges.High / 2));
        string named = unit.Length == 0 ? "" : $" [{unit}]";
        SvgPlot plot = new(
            $"rainflow matrix of {signal}", $"range{named}", $"mean{named}", ranges, means, Height);
        double[] cycles = new double[Classes * Classes];
        foreach (ImmutableArray<double> row in rows)
            cycles[(ClassOf(row[0], ranges) * Classes) + ClassOf(row[1], means)] += row[2];
        double max = cycles.Max();
        for (int i = 0; i < cycles.Length; i++)
        {
            (int x, int y) = (i / Classes, i % Classes);
            if (cycles[i] > 0)
                plot.Cell(
                    (EdgeOf(x, ranges), EdgeOf(y, means)),
                    (EdgeOf(x + 1, ranges), EdgeOf(y + 1, means)),
                    0.15 + (0.85 * Math.Log(1 + cycles[i]) / Math.Log(1 + max)),
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{cycles[i]:0.#} cycles, range {EdgeOf(x, ranges):G4} to {EdgeOf(x + 1, ranges):G4}, "
                            + $"mean {EdgeOf(y, means):G4} to {EdgeOf(y + 1, means):G4}"));
        }

        return plot;
    }

    private static int ClassOf(double value, (double Low, double High) range) =>
        Math.Clamp((int)((value - range.Low) / (range.High - range.Low) * Classes), 0, Classes - 1);

    private static double EdgeOf(int edge, (double Low, double High) range) =>
        range.Low + (edge * (range.High - range.Low) / Classes);
}
