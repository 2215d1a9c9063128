namespace Tools.Plotting;

/// <summary>Draws a channel in three panels: command, feedback, and the loop of force over stroke or strain.</summary>
public static class RigPlot
{
    /// <summary>Names of the panels' groups in the document, in order.</summary>
    public static IReadOnlyList<string> Panels { get; } = ["command", "feedback", "loop"];

    private const int Width = 960;
    private const int Height = 1080;
    private const int Left = 90;
    private const int Across = 840;
    private const int SeriesHeight = 220;
    private const int LoopHeight = 400;
    private const string Time = "time, s";

    /// <summary>The SVG document of a trace.</summary>
    public static string Draw(RigTrace trace)
    {
        var svg = new SvgDocument(Width, Height, trace.Title);
        svg.Text("title", Left, 28, "start", trace.Title);
        svg.Begin(Panels[0]);
        new PlotPanel(svg, (Left, 50, Across, SeriesHeight), trace.Seconds, [trace.Command], (Time, trace.CommandLabel))
            .Add("line", trace.Seconds, trace.Command);
        svg.End();
        svg.Begin(Panels[1]);
        var feedback = new PlotPanel(
            svg, (Left, 330, Across, SeriesHeight), trace.Seconds, [trace.Feedback, trace.Command],
            (Time, trace.FeedbackLabel));
        svg.Text("note", Left + Across, 322, "end", "with the command behind it");
        feedback.Add("under", trace.Seconds, trace.Command);
        feedback.Add("line", trace.Seconds, trace.Feedback);
        svg.End();
        svg.Begin(Panels[2]);
        new PlotPanel(
            svg, (Left, 610, Across, LoopHeight), trace.Across, [trace.Up], (trace.AcrossLabel, trace.UpLabel))
            .Add("line", trace.Across, trace.Up);
        svg.End();
        return svg.Finish();
    }
}
