namespace Tools.Plotting;

/// <summary>One diagram of a drawing: frame, grid, ticks, labels, lines.</summary>
internal sealed class PlotPanel
{
    private const int TicksAcross = 8;
    private const int TicksUp = 5;
    private const double TickSpace = 16;
    private const double LabelSpace = 58;

    private readonly SvgDocument _svg;
    private readonly int _runs;
    private readonly PlotScale _across;
    private readonly PlotScale _up;

    /// <summary>Draws the frame of a diagram.</summary>
    /// <param name="svg">The drawing.</param>
    /// <param name="place">Where the frame is.</param>
    /// <param name="x">What is to be seen across.</param>
    /// <param name="y">What is to be seen upwards: each gets room.</param>
    /// <param name="labels">Across and up, with units.</param>
    public PlotPanel(
        SvgDocument svg,
        (double X, double Y, double Width, double Height) place,
        double[] x,
        double[][] y,
        (string X, string Y) labels)
    {
        _svg = svg;
        _runs = (int)place.Width;
        double bottom = place.Y + place.Height;
        _across = new PlotScale(x.Min(), x.Max(), place.X, place.X + place.Width);
        _up = new PlotScale(y.Min(values => values.Min()), y.Max(values => values.Max()), bottom, place.Y);
        foreach ((double value, string text) in _across.Ticks(TicksAcross))
        {
            svg.Line("grid", _across.At(value), place.Y, _across.At(value), bottom);
            svg.Text("tick", _across.At(value), bottom + TickSpace, "middle", text);
        }

        foreach ((double value, string text) in _up.Ticks(TicksUp))
        {
            svg.Line("grid", place.X, _up.At(value), place.X + place.Width, _up.At(value));
            svg.Text("tick", place.X - 6, _up.At(value) + 4, "end", text);
        }

        svg.Rectangle("frame", place.X, place.Y, place.Width, place.Height);
        svg.Text("label", place.X + (place.Width / 2), bottom + (2 * TickSpace), "middle", labels.X);
        svg.Upwards(place.X - LabelSpace, place.Y + (place.Height / 2), labels.Y);
    }

    /// <summary>Draws a line.</summary>
    public void Add(string style, double[] x, double[] y) =>
        _svg.Path(style, Decimation.Indices(x, y, _runs).Select(i => (_across.At(x[i]), _up.At(y[i]))));
}
