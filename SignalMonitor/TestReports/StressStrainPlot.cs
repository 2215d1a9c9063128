using System.Globalization;
using FuncLibs.Signals.Expressions.Compilation;

namespace SignalMonitor.TestReports;

/// <summary>
/// Stress over strain with the results of a tensile test drawn where they are read: the elastic line and the line
/// parallel to it for E and Rp, dashed lines for strengths and elongations (ISO 6892-1, figures 1 to 3).
/// </summary>
internal static class StressStrainPlot
{
    private const int Height = 400;

    // Where the elastic line is laid onto the drawn curve: well above the first contact, well below yield.
    private const double AnchorShare = 0.4;

    /// <summary>Draws the curve.</summary>
    /// <param name="curve">Strain in %, stress in MPa.</param>
    /// <param name="results">Results with their values: emod in GPa, strengths in MPa, elongations in %; those without
    /// a value are NaN.</param>
    /// <returns>The plot; null for a curve without a point.</returns>
    public static SvgPlot? Draw(ReportedCurve curve, IReadOnlyList<(TensileCall Call, double Value)> results)
    {
        if (curve.Xs.Count == 0)
            return null;
        (double Low, double High) strains = (Math.Min(0, curve.Xs.Min()), curve.Xs.Max());
        (double Low, double High) stresses = (Math.Min(0, curve.Ys.Min()), curve.Ys.Max() * 1.05);
        SvgPlot plot = new(
            "stress over strain with the results of the test", "strain [%]", "stress [MPa]", strains, stresses, Height);
        plot.Line(curve.Xs, curve.Ys);
        double slope = 10 * ValueOf("emod");
        double origin = OriginOf(curve, slope);
        foreach ((TensileCall call, double value) in results.Where(result => double.IsFinite(result.Value)))
            Mark(plot, call, value, (strains, stresses), (slope, origin));
        return plot;

        double ValueOf(string function) => results.Where(result => result.Call.Function == function)
            .Select(result => result.Value).FirstOrDefault(double.NaN);
    }

    private static void Mark(
        SvgPlot plot,
        TensileCall call,
        double value,
        ((double Low, double High) Strain, (double Low, double High) Stress) range,
        (double Slope, double Origin) elastic)
    {
        switch (call.Function)
        {
            case "emod" when double.IsFinite(elastic.Origin):
                Parallel(plot, elastic, elastic.Origin, range.Stress.High);
                plot.Mark(
                    elastic.Origin + (AnchorShare * range.Stress.High / elastic.Slope),
                    AnchorShare * range.Stress.High,
                    Text($"E {value:0.#} GPa"));
                break;
            case "rp" when double.IsFinite(elastic.Origin):
                double foot = elastic.Origin + call.OffsetPercent;
                Parallel(plot, elastic, foot, range.Stress.High);
                plot.Mark(foot + (value / elastic.Slope), value, Text($"Rp{call.OffsetPercent} {value:0.#} MPa"), true);
                break;
            case "rp" or "reh" or "rel":
                string name = call.Function == "rp" ? Text($"Rp{call.OffsetPercent}") : NameOf(call.Function);
                plot.Segment("result", (range.Strain.Low, value), (range.Strain.High, value));
                bool isUpper = call.Function == "reh";
                plot.Label(
                    Share(range.Strain, isUpper ? 0.45 : 0.3), value, Text($"{name} {value:0.#} MPa"), !isUpper);
                break;
            case "ag" or "a" when double.IsFinite(elastic.Origin):
                Parallel(plot, elastic, elastic.Origin + value, range.Stress.High);
                plot.Mark(elastic.Origin + value, 0, Text($"{NameOf(call.Function)} {value:0.##} %"));
                break;
            case "at":
                plot.Segment("result", (value, 0), (value, range.Stress.High));
                plot.Label(value, Share(range.Stress, 0.1), Text($"At {value:0.##} %"));
                break;
            default:
                break;
        }
    }

    /// <summary>Marks the tensile strength, which is a result of the stress alone.</summary>
    /// <param name="plot">The plot.</param>
    /// <param name="curve">What was drawn.</param>
    /// <param name="strength">Rm, MPa.</param>
    public static void MarkStrength(SvgPlot plot, ReportedCurve curve, double strength)
    {
        int top = 0;
        for (int i = 1; i < curve.Ys.Count; i++)
            top = curve.Ys[i] > curve.Ys[top] ? i : top;
        plot.Segment("result", (curve.Xs.Min(), strength), (curve.Xs.Max(), strength));
        plot.Mark(curve.Xs[top], strength, Text($"Rm {strength:0.#} MPa"), isBelow: true);
    }

    private static void Parallel(SvgPlot plot, (double Slope, double Origin) elastic, double foot, double stress) =>
        plot.Segment("result", (foot, 0), (foot + (stress / elastic.Slope), stress));

    // Strain at which the elastic line through the curve has no stress; NaN without a slope.
    private static double OriginOf(ReportedCurve curve, double slope)
    {
        double anchor = AnchorShare * curve.Ys.Max();
        for (int i = 1; i < curve.Ys.Count && slope > 0; i++)
        {
            (double before, double after) = (curve.Ys[i - 1], curve.Ys[i]);
            if (before >= anchor || after < anchor)
                continue;
            double share = (anchor - before) / (after - before);
            double strain = curve.Xs[i - 1] + (share * (curve.Xs[i] - curve.Xs[i - 1]));
            return strain - (anchor / slope);
        }

        return double.NaN;
    }

    private static double Share((double Low, double High) range, double share) =>
        range.Low + (share * (range.High - range.Low));

    private static string NameOf(string function) => function switch
    {
        "reh" => "ReH",
        "rel" => "ReL",
        "ag" => "Ag",
        "a" => "A",
        _ => function,
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
