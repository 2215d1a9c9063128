using FuncLibs.Signals.Expressions.Compilation;
using SignalMonitor.TestReports;

namespace SignalMonitor.Tests.TestReports;

public sealed class StressStrainPlotTests
{
    // 200 GPa to 400 MPa, then a straight line to 10 % and 500 MPa; the extensometer begins at 0.05 %.
    private readonly ReportedCurve _curve = new();

    public StressStrainPlotTests() => _curve.Append([0.05, 0.15, 0.25, 10], [0, 200, 400, 500]);

    [Fact]
    public void Draw_ModulusAndProofStrength_AreDrawnFromTheLinesOwnZero()
    {
        SvgPlot plot = Draw(("emod", 200), ("rp", 402));

        // Rp0.2 is 402 MPa at 0.05 + 0.2 + 402 / 2000 = 0.451 %.
        (double x, double y) = PointOf(plot.End(), "Rp0.2 402 MPa");
        x.ShouldBe(70 + (0.451 / 10 * 678), 0.1);
        y.ShouldBe(362 - (402 / 525.0 * 354), 0.1);
    }

    [Fact]
    public void Draw_ResultWithoutAValue_IsLeftOut() =>
        Draw(("emod", double.NaN), ("reh", double.NaN)).End().ShouldNotContain("class=\"mark\"");

    [Fact]
    public void Draw_NoPoint_IsNoPlot() => StressStrainPlot.Draw(new ReportedCurve(), []).ShouldBeNull();

    [Fact]
    public void MarkStrength_Curve_IsAtItsTop()
    {
        SvgPlot plot = Draw();

        StressStrainPlot.MarkStrength(plot, _curve, 500);

        PointOf(plot.End(), "Rm 500 MPa").X.ShouldBe(748, 0.1);
    }

    private SvgPlot Draw(params (string Function, double Value)[] results) => StressStrainPlot.Draw(
        _curve, [.. results.Select(one => (new TensileCall(one.Function, "s", "e", 0.2), one.Value))])!;

    private static (double X, double Y) PointOf(string svg, string label)
    {
        string before = svg[..svg.IndexOf(label, StringComparison.Ordinal)];
        string circle = before[before.LastIndexOf("<circle", StringComparison.Ordinal)..];
        return (Number(circle, "cx"), Number(circle, "cy"));
    }

    private static double Number(string element, string attribute)
    {
        int at = element.IndexOf($"{attribute}=\"", StringComparison.Ordinal) + attribute.Length + 2;
        return double.Parse(element[at..element.IndexOf('"', at)], System.Globalization.CultureInfo.InvariantCulture);
    }
}
