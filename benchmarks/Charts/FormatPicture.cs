using System.Globalization;

namespace Benchmarks.Charts;

/// <summary>
/// Draws the formats of one kind of data: a row a format, on the left the times of encoding and decoding, on the right
/// the bytes. Times differ by three powers of ten, hence logarithmic axes; the figure is beside each bar.
/// </summary>
public sealed class FormatPicture
{
    private const int NameEnd = 140;
    private const int TimeStart = 150;
    private const int TimeEnd = 560;
    private const int BytesStart = 650;
    private const int BytesEnd = 850;
    private const int Width = 920;
    private const int Top = 84;
    private const int RowHeight = 28;
    private const int BarHeight = 11;
    private const int Bottom = 16;

    private readonly LogAxis _time;
    private readonly LogAxis _bytes;

    /// <summary>Pictures whose axes hold all of these.</summary>
    /// <param name="timesUs">Microseconds.</param>
    /// <param name="bytes">Bytes.</param>
    public FormatPicture(IReadOnlyCollection<double> timesUs, IReadOnlyCollection<double> bytes)
    {
        _time = new LogAxis(timesUs, TimeStart, TimeEnd);
        _bytes = new LogAxis(bytes, BytesStart, BytesEnd);
    }

    /// <summary>One picture as an SVG document.</summary>
    public string Draw(string title, IReadOnlyList<FormatFigures> formats)
    {
        int bottom = Top + (formats.Count * RowHeight);
        var canvas = new SvgCanvas(Width, bottom + Bottom, title);
        canvas.Text("title", BarHeight, 26, "start", title);
        DrawLegend(canvas);
        DrawGrid(canvas, _time, bottom);
        DrawGrid(canvas, _bytes, bottom);
        for (int i = 0; i < formats.Count; i++)
            DrawRow(canvas, Top + (i * RowHeight), formats[i]);
        return canvas.End();
    }

    private static void DrawLegend(SvgCanvas canvas)
    {
        (string Style, string Text, int At)[] entries =
        [
            ("encode", "encode, us", TimeStart), ("decode", "decode, us", TimeStart + 110),
            ("bytes", "payload, bytes", BytesStart),
        ];
        foreach ((string style, string text, int at) in entries)
        {
            canvas.Rectangle(style, at, 42, BarHeight, BarHeight);
            canvas.Text("label", at + BarHeight + 6, 52, "start", text);
        }

        canvas.Text("small", TimeEnd, 52, "end", "logarithmic axes");
    }

    private static void DrawGrid(SvgCanvas canvas, LogAxis axis, int bottom)
    {
        foreach (double decade in axis.Decades)
        {
            canvas.VerticalLine("grid", axis.At(decade), Top - 4, bottom);
            canvas.Text(
                "small", axis.At(decade), Top - 8, "middle", decade.ToString("#,0.###", CultureInfo.InvariantCulture));
        }
    }

    private void DrawRow(SvgCanvas canvas, int y, FormatFigures figures)
    {
        canvas.Text("label", NameEnd, y + 16, "end", figures.Format);
        DrawBar(canvas, _time, y + 1, "encode", figures.Format, figures.EncodeUs, "us");
        DrawBar(canvas, _time, y + 1 + BarHeight, "decode", figures.Format, figures.DecodeUs, "us");
        DrawBar(canvas, _bytes, y + 1 + (BarHeight / 2), "bytes", figures.Format, figures.Bytes, "B");
    }

    private static void DrawBar(
        SvgCanvas canvas, LogAxis axis, int y, string what, string format, double value, string unit)
    {
        string figure = string.Create(CultureInfo.InvariantCulture, $"{format} {what} {value} {unit}");
        canvas.Bar(what, axis.Start, y, axis.At(value) - axis.Start, BarHeight, figure);
        canvas.Text("small", axis.At(value) + 4, y + BarHeight - 2, "start", Label(value, unit));
    }

    // Three digits or so, as the figures repeat no better; bytes are exact.
    private static string Label(double value, string unit) =>
        value.ToString(unit == "us" && value < 100 ? "0.0" : "#,0", CultureInfo.InvariantCulture);
}
