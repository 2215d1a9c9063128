using System.Globalization;
using System.Security;
using System.Text;

namespace Benchmarks.Charts;

/// <summary>Writes one SVG document, a line an element. Colours come from classes and follow the reader's light or dark
/// scheme, the page with them.</summary>
internal sealed class SvgCanvas
{
    private const string Style = """
        <style>
        text { font: 12px system-ui, sans-serif; fill: #1f2328; }
        .title { font-size: 15px; font-weight: 600; }
        .small { font-size: 10px; }
        .page { fill: #ffffff; }
        .grid { stroke: #d0d7de; }
        .encode { fill: #0969da; }
        .decode { fill: #bc4c00; }
        .bytes { fill: #6e7781; }
        .other { fill: #1a7f37; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .page { fill: #0d1117; }
        .grid { stroke: #30363d; }
        .encode { fill: #58a6ff; }
        .decode { fill: #f0883e; }
        .bytes { fill: #8b949e; }
        .other { fill: #3fb950; }
        }
        </style>

        """;

    private readonly StringBuilder _svg = new();

    public SvgCanvas(int width, int height, string title)
    {
        Add(
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">");
        Add($"<title>{SecurityElement.Escape(title)}</title>");
        _svg.Append(Style.ReplaceLineEndings("\n"));
        Add($"<rect class=\"page\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>");
    }

    public void Text(string style, double x, double y, string anchor, string text) =>
        Add(
            $"<text class=\"{style}\" x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\">{SecurityElement.Escape(text)}</text>");

    public void Rectangle(string style, double x, double y, double width, double height) =>
        Add($"<rect class=\"{style}\" x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\"/>");

    /// <summary>A bar that shows its figure when pointed at.</summary>
    public void Bar(string style, double x, double y, double width, double height, string figure) => Add(
        $"<rect class=\"{style}\" x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\"><title>{SecurityElement.Escape(figure)}</title></rect>");

    public void VerticalLine(string style, double x, double from, double to) =>
        Add($"<line class=\"{style}\" x1=\"{x:0.#}\" y1=\"{from:0.#}\" x2=\"{x:0.#}\" y2=\"{to:0.#}\"/>");

    public string End() => _svg.Append("</svg>\n").ToString();

    private void Add(FormattableString line) => _svg.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
