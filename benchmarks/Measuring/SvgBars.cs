using System.Globalization;
using System.Text;

namespace Benchmarks.Measuring;

/// <summary>A horizontal bar chart with a logarithmic axis, as one SVG document that a browser shows on light and dark pages.</summary>
internal static class SvgBars
{
    private const int RowHeight = 22;
    private const int Top = 40;
    private const int LabelWidth = 150;
    private const int BarWidth = 460;
    private const int Width = LabelWidth + BarWidth + 110;

    public static string Draw(string title, IReadOnlyList<Metric> bars)
    {
        double lowest = bars.Count == 0 ? 1 : Math.Log10(bars.Min(b => Math.Max(b.Value, 1e-3))) - 0.2;
        double highest = bars.Count == 0 ? 1 : Math.Log10(bars.Max(b => Math.Max(b.Value, 1e-3)));
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture, $"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{Width}\" height=\"{Top + (bars.Count * RowHeight) + 10}\" ");
        svg.Append("font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        svg.Append(CultureInfo.InvariantCulture, $"<text x=\"10\" y=\"22\" font-weight=\"bold\">{title}</text>\n");
        for (int i = 0; i < bars.Count; i++)
        {
            double share = (Math.Log10(Math.Max(bars[i].Value, 1e-3)) - lowest) / Math.Max(highest - lowest, 0.1);
            AppendBar(svg, Top + (i * RowHeight), bars[i], Math.Max(1, share * BarWidth));
        }

        return svg.Append("</svg>\n").ToString();
    }

    private static void AppendBar(StringBuilder svg, int y, Metric bar, double width) => svg
        .Append(CultureInfo.InvariantCulture, $"<text x=\"{LabelWidth - 8}\" y=\"{y + 14}\" text-anchor=\"end\">{bar.Name}</text>")
        .Append(CultureInfo.InvariantCulture, $"<rect x=\"{LabelWidth}\" y=\"{y + 2}\" width=\"{width:0.0}\" height=\"{RowHeight - 6}\" fill=\"#3b7ea1\"/>")
        .Append(CultureInfo.InvariantCulture, $"<text x=\"{LabelWidth + width + 6:0.0}\" y=\"{y + 14}\">{bar.Value:#,0.###} {bar.Unit}</text>\n");
}
