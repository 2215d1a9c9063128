using System.Globalization;
using System.Security;
using System.Text;

namespace Tools.Plotting;

/// <summary>Writes one SVG document, an element a line. Colours follow the reader's light or dark scheme.</summary>
internal sealed class SvgDocument
{
    private const string Style = """
        <style>
        text { font: 12px system-ui, sans-serif; fill: #1f2328; }
        .title { font-size: 15px; font-weight: 600; }
        .page { fill: #ffffff; }
        .frame { fill: none; stroke: #8c959f; }
        .grid { stroke: #d8dee4; }
        .line { fill: none; stroke: #0969da; stroke-width: 1.2; }
        .under { fill: none; stroke: #bc4c00; stroke-width: 1; opacity: 0.6; }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .page { fill: #0d1117; }
        .frame { stroke: #6e7681; }
        .grid { stroke: #30363d; }
        .line { stroke: #58a6ff; }
        .under { stroke: #f0883e; }
        }
        </style>

        """;

    private readonly StringBuilder _svg = new();

    /// <summary>Begins a document.</summary>
    public SvgDocument(int width, int height, string title)
    {
        Add(
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">");
        Add($"<title>{SecurityElement.Escape(title)}</title>");
        _svg.Append(Style.ReplaceLineEndings("\n"));
        Add($"<rect class=\"page\" width=\"{width}\" height=\"{height}\"/>");
    }

    /// <summary>Begins a group with a name.</summary>
    public void Begin(string id) => Add($"<g id=\"{SecurityElement.Escape(id)}\">");

    /// <summary>Ends it.</summary>
    public void End() => _svg.Append("</g>\n");

    /// <summary>A text; anchor is start, middle or end.</summary>
    public void Text(string style, double x, double y, string anchor, string text) =>
        Add(
            $"<text class=\"{style}\" x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"{anchor}\">{SecurityElement.Escape(text)}</text>");

    /// <summary>A text that reads upwards.</summary>
    public void Upwards(double x, double y, string text)
    {
        string escaped = SecurityElement.Escape(text);
        Add(
            $"<text x=\"{x:0.#}\" y=\"{y:0.#}\" text-anchor=\"middle\" transform=\"rotate(-90 {x:0.#} {y:0.#})\">{escaped}</text>");
    }

    /// <summary>A straight line.</summary>
    public void Line(string style, double x1, double y1, double x2, double y2) =>
        Add($"<line class=\"{style}\" x1=\"{x1:0.#}\" y1=\"{y1:0.#}\" x2=\"{x2:0.#}\" y2=\"{y2:0.#}\"/>");

    /// <summary>A rectangle.</summary>
    public void Rectangle(string style, double x, double y, double width, double height) =>
        Add($"<rect class=\"{style}\" x=\"{x:0.#}\" y=\"{y:0.#}\" width=\"{width:0.#}\" height=\"{height:0.#}\"/>");

    /// <summary>A line through points.</summary>
    public void Path(string style, IEnumerable<(double X, double Y)> points)
    {
        _svg.Append(CultureInfo.InvariantCulture, $"<polyline class=\"{style}\" points=\"");
        foreach ((double x, double y) in points)
            _svg.Append(CultureInfo.InvariantCulture, $"{x:0.##},{y:0.##} ");
        _svg.Append("\"/>\n");
    }

    /// <summary>The whole document.</summary>
    public string Finish() => _svg.Append("</svg>\n").ToString();

    private void Add(FormattableString line) => _svg.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
