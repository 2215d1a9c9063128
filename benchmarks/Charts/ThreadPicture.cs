using System.Globalization;

namespace Benchmarks.Charts;

/// <summary>
/// Draws operations a second over the number of threads: a group of bars a number, one object on the left, a list on
/// the right, each side with an axis from 0.
/// </summary>
public static class ThreadPicture
{
    private const int NameEnd = 60;
    private const int OneStart = 70;
    private const int OneEnd = 400;
    private const int ListStart = 490;
    private const int ListEnd = 820;
    private const int Width = 890;
    private const int Top = 84;
    private const int BarHeight = 11;
    private const int Gap = 10;
    private const int Bottom = 8;

    // Classes of the canvas, one a format.
    private static readonly string[] Styles = ["encode", "decode", "bytes", "other"];

    /// <summary>The picture as an SVG document.</summary>
    public static string Draw(string title, ThreadTable table)
    {
        string[] formats = [.. table.Formats.Take(Styles.Length)];
        int group = (formats.Length * BarHeight) + Gap;
        SvgCanvas canvas = new(Width, Top + (table.Threads.Count * group) + Bottom, title);
        canvas.Text("title", BarHeight, 26, "start", title);
        for (int i = 0; i < formats.Length; i++)
        {
            canvas.Rectangle(Styles[i], OneStart + (i * 120), 42, BarHeight, BarHeight);
            canvas.Text("label", OneStart + (i * 120) + BarHeight + 6, 52, "start", formats[i]);
        }

        canvas.Text("small", NameEnd, Top - 8, "end", "threads");
        canvas.Text("small", OneStart, Top - 8, "start", "one object, operations a second");
        canvas.Text("small", ListStart, Top - 8, "start", "list of nine, operations a second");
        int y = Top;
        foreach (int threads in table.Threads)
        {
            canvas.Text("label", NameEnd, y + (group / 2), "end", threads.ToString(CultureInfo.InvariantCulture));
            for (int i = 0; i < formats.Length; i++)
            {
                DrawBar(canvas, table, formats[i], threads, isList: false, Styles[i], y + (i * BarHeight));
                DrawBar(canvas, table, formats[i], threads, isList: true, Styles[i], y + (i * BarHeight));
            }

            y += group;
        }

        return canvas.End();
    }

    private static void DrawBar(
        SvgCanvas canvas, ThreadTable table, string format, int threads, bool isList, string style, int y)
    {
        double value = table.Get(format, threads, isList);
        double most = table.Formats.Max(other => table.Threads.Max(count => table.Get(other, count, isList)));
        (int start, int end) = isList ? (ListStart, ListEnd) : (OneStart, OneEnd);
        double width = value / most * (end - start);
        string what = isList ? "list" : "one";
        string figure = string.Create(CultureInfo.InvariantCulture, $"{format} {what} {threads} {value:0} 1/s");
        canvas.Bar(style, start, y, width, BarHeight, figure);
        canvas.Text("small", start + width + 4, y + BarHeight - 2, "start", Label(value));
    }

    private static string Label(double value) => value >= 1e6
        ? string.Create(CultureInfo.InvariantCulture, $"{value / 1e6:0.00} M")
        : string.Create(CultureInfo.InvariantCulture, $"{value / 1e3:0} k");
}
