using System.Globalization;

namespace Benchmarks.Charts;

/// <summary>
/// Draws runs with more and more rigs: a row a number, on the left the processor time, a part for each process, on the
/// right the lag on a logarithmic axis.
/// </summary>
public static class ScalePicture
{
    private const int NameEnd = 90;
    private const int CpuStart = 100;
    private const int CpuEnd = 470;
    private const int LagStart = 560;
    private const int LagEnd = 830;
    private const int Width = 890;
    private const int Top = 84;
    private const int RowHeight = 28;
    private const int BarHeight = 11;
    private const int LegendStep = 105;
    private const int Bottom = 12;

    // Classes of the canvas, one a process; the lag has the first two.
    private static readonly string[] Styles = ["encode", "decode", "bytes", "other"];

    /// <summary>The picture as an SVG document.</summary>
    public static string Draw(string title, IReadOnlyList<ScaleRow> rows)
    {
        int bottom = Top + (rows.Count * RowHeight);
        SvgCanvas canvas = new(Width, bottom + Bottom, title);
        canvas.Text("title", BarHeight, 26, "start", title);
        for (int i = 0; i < Styles.Length; i++)
            DrawLegend(canvas, Styles[i], ScaleTable.Processes[i], CpuStart + (i * LegendStep));
        DrawLegend(canvas, Styles[0], "lag p50, ms", LagStart);
        DrawLegend(canvas, Styles[1], "lag p99, ms", LagStart + LegendStep);
        canvas.Text("small", NameEnd, Top - 8, "end", "rigs");
        canvas.Text("small", CpuStart, Top - 8, "start", "processor time, cores");
        LogAxis lag = new([.. rows.SelectMany(row => (double[])[row.P50Ms, row.P99Ms])], LagStart, LagEnd);
        foreach (double decade in lag.Decades)
        {
            canvas.VerticalLine("grid", lag.At(decade), Top - 4, bottom);
            canvas.Text("small", lag.At(decade), Top - 8, "middle", Number(decade));
        }

        double most = rows.Max(row => row.Cores.Sum());
        for (int i = 0; i < rows.Count; i++)
            DrawRow(canvas, rows[i], Top + (i * RowHeight), most, lag);
        return canvas.End();
    }

    private static void DrawLegend(SvgCanvas canvas, string style, string text, int at)
    {
        canvas.Rectangle(style, at, 42, BarHeight, BarHeight);
        canvas.Text("label", at + BarHeight + 6, 52, "start", text);
    }

    private static void DrawRow(SvgCanvas canvas, ScaleRow row, int y, double most, LogAxis lag)
    {
        canvas.Text("label", NameEnd, y + 16, "end", row.Holds ? Number(row.Rigs) : $"{Number(row.Rigs)}, not held");
        double x = CpuStart;
        for (int i = 0; i < row.Cores.Count; i++)
        {
            double width = row.Cores[i] / most * (CpuEnd - CpuStart);
            string figure = $"{Number(row.Rigs)} rigs {ScaleTable.Processes[i]} {Number(row.Cores[i])} cores";
            canvas.Bar(Styles[i], x, y + 1, width, 2 * BarHeight, figure);
            x += width;
        }

        canvas.Text("small", x + 4, y + 16, "start", Number(row.Cores.Sum()));
        DrawLag(canvas, row, lag, "p50", row.P50Ms, Styles[0], y + 1);
        DrawLag(canvas, row, lag, "p99", row.P99Ms, Styles[1], y + 1 + BarHeight);
    }

    private static void DrawLag(
        SvgCanvas canvas, ScaleRow row, LogAxis axis, string what, double ms, string style, int y)
    {
        canvas.Bar(
            style, axis.Start, y, axis.At(ms) - axis.Start, BarHeight, $"{Number(row.Rigs)} rigs {what} {Number(ms)} ms");
        canvas.Text("small", axis.At(ms) + 4, y + BarHeight - 2, "start", Number(ms));
    }

    // Three digits or so, as the figures repeat no better.
    private static string Number(double value) =>
        value.ToString(value < 10 ? "0.##" : value < 100 ? "0.#" : "#,0", CultureInfo.InvariantCulture);
}
