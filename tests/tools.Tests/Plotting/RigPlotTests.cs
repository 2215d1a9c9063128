using System.Globalization;
using System.Xml.Linq;
using Simulator.Presets;
using Simulator.Rig;
using Tools.Plotting;

namespace Tools.Tests.Plotting;

public sealed class RigPlotTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Theory]
    [InlineData("lcf-strain-1hz", "command, %", "strain, %", "strain, %")]
    [InlineData("small", "command, kN", "force, kN", "stroke, mm")]
    [InlineData("ramp-hold-creep", "command, mm then kN", "stroke, mm then force, kN", "stroke, mm")]
    public void Draw_APreset_HasThreePanelsWithUnits(string name, string command, string feedback, string across)
    {
        XElement[] panels = Panels(Draw(name, 2));

        panels.Select(panel => (string?)panel.Attribute("id")).ShouldBe(RigPlot.Panels);
        Texts(panels[0]).ShouldContain(command);
        Texts(panels[0]).ShouldContain("time, s");
        Texts(panels[1]).ShouldContain(feedback);
        Texts(panels[2]).ShouldContain(across);
        Texts(panels[2]).ShouldContain("force, kN");
    }

    [Fact]
    public void Draw_ALine_StaysWithinItsFrameAndIsShort()
    {
        foreach (XElement panel in Panels(Draw("small", 10)))
        {
            XElement frame = panel.Elements(Svg + "rect").Single();
            (double left, double top) = (Number(frame, "x"), Number(frame, "y"));
            foreach (XElement line in panel.Elements(Svg + "polyline"))
            {
                (double X, double Y)[] points = Points(line);
                points.Length.ShouldBeInRange(200, 4000);
                points.ShouldAllBe(p => p.X >= left && p.X <= left + Number(frame, "width"));
                points.ShouldAllBe(p => p.Y >= top && p.Y <= top + Number(frame, "height"));
            }
        }
    }

    [Fact]
    public void Indices_ASpike_IsKept()
    {
        double[] x = [.. Enumerable.Range(0, 100_000).Select(i => (double)i)];
        double[] y = new double[x.Length];
        y[54_321] = 1;

        IReadOnlyList<int> kept = Decimation.Indices(x, y, 100);

        kept.ShouldContain(54_321);
        kept.ShouldBe(kept.Order());
        kept.Count.ShouldBeLessThanOrEqualTo(400);
    }

    [Theory]
    [InlineData(0, 10, "0 5 10")]
    [InlineData(-0.05, 0.05, "-0.05 0.00 0.05")]
    [InlineData(3, 3, "2.90 2.95 3.00 3.05 3.10")]
    public void Ticks_OfARange_AreRound(double low, double high, string expected) =>
        string.Join(' ', new PlotScale(low, high, 0, 100).Ticks(5).Select(tick => tick.Text)).ShouldBe(expected);

    private static XDocument Draw(string preset, double seconds) =>
        XDocument.Parse(RigPlot.Draw(RigTrace.Record(new SimulatedRig(RigPresets.Find(preset)!, 1), 0, 0, seconds)));

    private static XElement[] Panels(XDocument svg) => [.. svg.Root!.Elements(Svg + "g")];

    private static IEnumerable<string> Texts(XElement panel) => panel.Elements(Svg + "text").Select(text => text.Value);

    private static (double X, double Y)[] Points(XElement line) =>
    [
        .. ((string)line.Attribute("points")!).Split(
            ' ', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split(','))
            .Select(
                pair => (
                    double.Parse(pair[0], CultureInfo.InvariantCulture),
                    double.Parse(pair[1], CultureInfo.InvariantCulture))),
    ];

    private static double Number(XElement element, string name) =>
        double.Parse((string)element.Attribute(name)!, CultureInfo.InvariantCulture);
}
