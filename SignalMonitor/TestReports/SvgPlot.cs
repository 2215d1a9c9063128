using System.Globalization;
using System.Text;

namespace SignalMonitor.TestReports;

/// <summary>One plot with two linear axes, as an SVG element of a page. Values that are not finite leave a gap.
/// </summary>
internal sealed class SvgPlot
{
    private const int Width = 760;
    private const int UsualHeight = 220;
    private const int Left = 70;
    private const int Right = 12;
    private const int Top = 8;
    private const int Bottom = 38;
    private const int Ticks = 6;

    private readonly StringBuilder _svg = new();
    private readonly int _height;
    private readonly Axis _x;
    private readonly Axis _y;

    /// <summary>Begins a plot.</summary>
    /// <param name="label">What it shows, for readers that do not see it.</param>
    /// <param name="x">Name and unit of the abscissa.</param>
    /// <param name="y">Name and unit of the ordinate.</param>
    /// <param name="xRange">Least and greatest abscissa.</param>
    /// <param name="yRange">Least and greatest ordinate.</param>
    /// <param name="height">Height in units of which the width has 760.</param>
    public SvgPlot(
        string label,
        string x,
        string y,
        (double Low, double High) xRange,
        (double Low, double High) yRange,
        int height = UsualHeight)
    {
        _height = height;
        _x = new Axis(xRange, Left, Width - Right);
        _y = new Axis(yRange, _height - Bottom, Top);
        Add($"<svg viewBox=\"0 0 {Width} {_height}\" role=\"img\" aria-label=\"{Html.Escape(label)}\">");
        foreach (double tick in _x.TickValues(Ticks))
        {
            Grid(_x.At(tick), _x.At(tick), Top, _height - Bottom);
            Add($"<text x=\"{_x.At(tick):0.#}\" y=\"{_height - Bottom + 14}\" text-anchor=\"middle\">{tick:G6}</text>");
        }

        foreach (double tick in _y.TickValues(Ticks))
        {
            Grid(Left, Width - Right, _y.At(tick), _y.At(tick));
            Add($"<text x=\"{Left - 6}\" y=\"{_y.At(tick) + 4:0.#}\" text-anchor=\"end\">{tick:G6}</text>");
        }

        (int middle, int centre) = ((Left + Width - Right) / 2, (Top + _height - Bottom) / 2);
        Add($"<text x=\"{middle}\" y=\"{_height - 6}\" text-anchor=\"middle\">{Html.Escape(x)}</text>");
        Add($"<text transform=\"translate(14 {centre}) rotate(-90)\" text-anchor=\"middle\">{Html.Escape(y)}</text>");
        Add($"<rect class=\"frame\" x=\"{Left}\" y=\"{Top}\" ");
        Add($"width=\"{Width - Right - Left}\" height=\"{_height - Bottom - Top}\"/>");
    }

    /// <summary>A vertical bar from the least to the greatest value at each abscissa, bars joined to a band.</summary>
    public void Band(Func<int, double> x, ReadOnlySpan<double> low, ReadOnlySpan<double> high)
    {
        StringBuilder path = new();
        bool isOpen = false;
        for (int i = 0; i < low.Length; i++)
        {
            if (!double.IsFinite(low[i]) || !double.IsFinite(high[i]))
            {
                isOpen = false;
                continue;
            }

            Append(path, isOpen ? 'L' : 'M', x(i), low[i]);
            Append(path, 'L', x(i), high[i]);
            isOpen = true;
        }

        Add($"<path class=\"line\" d=\"{path}\"/>");
    }

    /// <summary>A line through points.</summary>
    public void Line(IReadOnlyList<double> xs, IReadOnlyList<double> ys)
    {
        StringBuilder path = new();
        bool isOpen = false;
        for (int i = 0; i < xs.Count; i++)
        {
            bool isFinite = double.IsFinite(xs[i]) && double.IsFinite(ys[i]);
            if (isFinite)
                Append(path, isOpen ? 'L' : 'M', xs[i], ys[i]);
            isOpen = isFinite;
        }

        Add($"<path class=\"line\" d=\"{path}\"/>");
    }

    /// <summary>A straight line between two points, of a style of the page; cut off at the axes.</summary>
    public void Segment(string style, (double X, double Y) from, (double X, double Y) to)
    {
        // An SVG element inside another cuts off what is outside it.
        (int width, int height) = (Width - Right - Left, _height - Bottom - Top);
        Add($"<svg x=\"{Left}\" y=\"{Top}\" width=\"{width}\" height=\"{height}\" ");
        Add($"viewBox=\"{Left} {Top} {width} {height}\">");
        Add($"<line class=\"{style}\" x1=\"{_x.At(from.X):0.#}\" y1=\"{_y.At(from.Y):0.#}\" ");
        Add($"x2=\"{_x.At(to.X):0.#}\" y2=\"{_y.At(to.Y):0.#}\"/></svg>");
    }

    /// <summary>A point with a text beside it, inside the axes.</summary>
    /// <param name="x">Abscissa.</param>
    /// <param name="y">Ordinate.</param>
    /// <param name="text">The text.</param>
    /// <param name="isBelow">The text is below the point, not above.</param>
    public void Mark(double x, double y, string text, bool isBelow = false)
    {
        Add($"<circle class=\"mark\" cx=\"{_x.At(x):0.#}\" cy=\"{_y.At(y):0.#}\" r=\"3\"/>");
        Label(x, y, text, isBelow);
    }

    /// <summary>A text beside a point, inside the axes, for a line without a point of its own.</summary>
    /// <param name="x">Abscissa.</param>
    /// <param name="y">Ordinate.</param>
    /// <param name="text">The text.</param>
    /// <param name="isBelow">The text is below the point, not above.</param>
    public void Label(double x, double y, string text, bool isBelow = false)
    {
        (double across, double down) = (_x.At(x), _y.At(y));
        bool isRight = across > Left + (0.75 * (Width - Left - Right));
        Add($"<text x=\"{across + (isRight ? -6 : 6):0.#}\" y=\"{Math.Max(Top + 10, down + (isBelow ? 14 : -6)):0.#}\" ");
        Add($"text-anchor=\"{(isRight ? "end" : "start")}\">{Html.Escape(text)}</text>");
    }

    /// <summary>A rectangle from one corner to the other, as dark as its share.</summary>
    /// <param name="from">A corner.</param>
    /// <param name="to">The opposite one.</param>
    /// <param name="share">0 to 1.</param>
    /// <param name="text">What a pointer over it shows.</param>
    public void Cell((double X, double Y) from, (double X, double Y) to, double share, string text)
    {
        (double left, double right) = (_x.At(from.X), _x.At(to.X));
        (double low, double high) = (_y.At(from.Y), _y.At(to.Y));
        Add($"<rect class=\"cell\" x=\"{left:0.#}\" y=\"{high:0.#}\" width=\"{right - left:0.#}\" ");
        Add($"height=\"{low - high:0.#}\" fill-opacity=\"{share:0.##}\"><title>{Html.Escape(text)}</title></rect>");
    }

    /// <summary>The element.</summary>
    public string End()
    {
        Add($"</svg>");
        return _svg.ToString();
    }

    private void Grid(double x1, double x2, double y1, double y2) =>
        Add($"<line class=\"grid\" x1=\"{x1:0.#}\" x2=\"{x2:0.#}\" y1=\"{y1:0.#}\" y2=\"{y2:0.#}\"/>");

    private void Append(StringBuilder path, char command, double x, double y) =>
        path.Append(CultureInfo.InvariantCulture, $"{command}{_x.At(x):0.#} {_y.At(y):0.#}");

    private void Add(FormattableString text) =>
        _svg.Append(text.ToString(CultureInfo.InvariantCulture)).Append('\n');

    /// <summary>A linear axis.</summary>
    private readonly struct Axis
    {
        private readonly double _low;
        private readonly double _high;
        private readonly double _begin;
        private readonly double _end;

        public Axis((double Low, double High) range, double begin, double end)
        {
            // A constant has a range of its own size around it.
            double margin = range.High > range.Low ? 0 : Math.Max(1, Math.Abs(range.Low)) / 2;
            (_low, _high, _begin, _end) = (range.Low - margin, range.High + margin, begin, end);
        }

        public double At(double value) => _begin + ((value - _low) / (_high - _low) * (_end - _begin));

        // 1, 2 or 5 times a power of ten apart. The sum makes a zero of a negative zero.
        public IEnumerable<double> TickValues(int max)
        {
            double raw = (_high - _low) / max;
            double power = Math.Pow(10, Math.Floor(Math.Log10(raw)));
            double step = power * ((raw / power) switch { <= 1 => 1, <= 2 => 2, <= 5 => 5, _ => 10 });
            for (double n = Math.Ceiling(_low / step); n * step <= _high; n++)
                yield return (n * step) + 0.0;
        }
    }
}
