using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>
/// Stress at which a specimen flows over its plastic strain, straight between knots; engineering values.
/// </summary>
internal sealed class FlowCurve
{
    private const int Knots = 240;
    private const double ProofStrain = 0.002;
    private const double Percent = 0.01;

    // A smooth curve is elastic up to this part of Rp0.2, so that there is a line to fit.
    private const double ElasticPart = 0.5;
    private readonly double[] _strain;
    private readonly double[] _stress;

    private FlowCurve(IReadOnlyList<(double Strain, double Stress)> knots)
    {
        _strain = [.. knots.Select(k => k.Strain)];
        _stress = [.. knots.Select(k => k.Stress)];
    }

    /// <summary>Plastic strain at the first knot is 0, at the last the specimen breaks.</summary>
    public ReadOnlySpan<double> Strain => _strain;

    /// <summary>Stress of each knot, MPa.</summary>
    public ReadOnlySpan<double> Stress => _stress;

    /// <summary>The curve of a preset.</summary>
    /// <param name="preset">Model YieldPoint or Smooth, without faults, also of
    /// <see cref="TensilePreset.CheckFalls"/>.</param>
    /// <param name="slope">Elastic slope of specimen and grips, MPa.</param>
    public static FlowCurve Create(SpecimenPreset preset, double slope)
    {
        List<(double, double)> knots = [];
        if (preset.Model == SpecimenModel.YieldPoint)
            AddYieldPoint(knots, preset.Tensile, slope);
        else
            AddSmooth(knots, preset.Tensile);
        AddNeck(knots, preset.Tensile);
        return new FlowCurve(knots);
    }

    private static void AddYieldPoint(List<(double, double)> knots, TensilePreset tensile, double slope)
    {
        double fall = tensile.YieldFallStrain(slope);
        double plateau = tensile.PlateauPercent * Percent;
        double uniform = tensile.UniformElongationPercent * Percent;
        knots.Add((0, tensile.UpperYieldMPa));
        knots.Add((fall, tensile.LowerYieldMPa));
        if (plateau > fall)
            knots.Add((plateau, tensile.LowerYieldMPa));
        for (int i = 1; i <= Knots; i++)
        {
            // A cubic that comes to Rm without slope.
            double left = 1 - ((double)i / Knots);
            double rise = tensile.TensileMPa - tensile.LowerYieldMPa;
            knots.Add((uniform - ((uniform - plateau) * left), tensile.TensileMPa - (rise * left * left * left)));
        }
    }

    // s = K p^n through Rp0.2 and Rm: the plastic part of Ramberg and Osgood (NACA TN 902, 1943).
    private static void AddSmooth(List<(double, double)> knots, TensilePreset tensile)
    {
        double uniform = tensile.UniformElongationPercent * Percent;
        double exponent = Math.Log(tensile.TensileMPa / tensile.ProofMPa) / Math.Log(uniform / ProofStrain);
        double first = ProofStrain * Math.Pow(ElasticPart, 1 / exponent);
        knots.Add((0, ElasticPart * tensile.ProofMPa));
        for (int i = 1; i <= Knots; i++)
        {
            double strain = first * Math.Pow(uniform / first, (double)i / Knots);
            knots.Add((strain, tensile.TensileMPa * Math.Pow(strain / uniform, exponent)));
        }
    }

    private static void AddNeck(List<(double, double)> knots, TensilePreset tensile)
    {
        double uniform = knots[^1].Item1;
        double fall = tensile.TensileMPa - tensile.BreakMPa;
        double way = (tensile.ElongationPercent * Percent) - uniform;
        for (int i = 1; i <= Knots; i++)
        {
            double part = (double)i / Knots;
            knots.Add((uniform + (way * part), tensile.TensileMPa - (fall * part * part)));
        }
    }
}
