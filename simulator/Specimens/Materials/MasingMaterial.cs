namespace Simulator.Specimens.Materials;

/// <summary>
/// Ramberg-Osgood with Masing's rule: parallel elements that each slip at their own elongation (Iwan, Journal of Applied Mechanics 33,
/// 1966). The first loading follows the curve, each branch behind it the curve at twice its size, and inner loops close by themselves.
/// </summary>
internal sealed class MasingMaterial : Material
{
    private const int Elements = 32;
    private const double FirstStrain = 2e-6;
    private const double LastStrain = 0.05;
    private readonly double[] _stiffness = new double[Elements];
    private readonly double[] _slip = new double[Elements];
    private readonly double[] _place = new double[Elements];
    private readonly double _rest;
    private double _plastic;

    public MasingMaterial(double slope, CyclicPreset cyclic)
        : base(slope)
    {
        double ratio = Math.Pow(LastStrain / FirstStrain, 1.0 / (Elements - 1));
        double power = 1 / cyclic.Exponent;
        double share = ChordShare(Math.Pow(ratio, cyclic.Exponent), power);
        (double elongation, double stress) = (0, 0);
        double before = slope;
        for (int i = 0; i <= Elements; i++)
        {
            double strain = FirstStrain * Math.Pow(ratio, i);
            double knotStress = cyclic.StrengthMPa * Math.Pow(strain, cyclic.Exponent);
            double knot = (knotStress / slope) + (strain * share);
            double rise = (knotStress - stress) / (knot - elongation);
            if (i == 0)
                rise = slope;
            else
                _stiffness[i - 1] = before - rise;
            if (i < Elements)
                _slip[i] = i == 0 ? knotStress / slope : knot;
            (elongation, stress, before) = (i == 0 ? knotStress / slope : knot, knotStress, rise);
        }

        _rest = before;
    }

    /// <summary>Plastic strain away from the start; signed.</summary>
    public override double PlasticStrain => _plastic;

    /// <inheritdoc/>
    public override double Stress(double elongation)
    {
        double stress = _rest * elongation;
        double[] stiffness = _stiffness;
        double[] slip = _slip;
        double[] place = _place;
        for (int i = 0; i < stiffness.Length && i < slip.Length && i < place.Length; i++)
        {
            double stretched = Math.Min(Math.Max(elongation - place[i], -slip[i]), slip[i]);
            place[i] = elongation - stretched;
            stress += stiffness[i] * stretched;
        }

        _plastic = elongation - (stress / Slope);
        return stress;
    }

    // Chords lie outside a power; taken in by their mean excess, the polygon has the area of the curve. r is the ratio of the stresses of
    // neighbouring knots, p the power.
    private static double ChordShare(double r, double p)
    {
        double chord = (1 + Math.Pow(r, p)) / 2 * (r - 1);
        double curve = (Math.Pow(r, p + 1) - 1) / (p + 1);
        return curve / chord;
    }
}
