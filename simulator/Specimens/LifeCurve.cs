using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>
/// Cycles to failure at a strain amplitude, from Basquin and Coffin-Manson. The sum of both powers has no closed
/// inverse: it is tabled at knots 0.23 % apart in life, and the damage of a cycle is straight between them; the error
/// is below 1e-5.
/// </summary>
public sealed class LifeCurve
{
    private const int KnotsPerDecade = 1000;
    private const int Decades = 10;
    private readonly double[] _amplitude;
    private readonly double[] _damage;

    /// <summary>Tables a curve.</summary>
    /// <param name="life">A preset without faults.</param>
    /// <param name="modulusMPa">Modulus of elasticity, MPa.</param>
    public LifeCurve(LifePreset life, double modulusMPa)
    {
        int knots = (KnotsPerDecade * Decades) + 1;
        _amplitude = new double[knots];
        _damage = new double[knots];
        for (int i = 0; i < knots; i++)
        {
            // Rising amplitude: from the longest life down to half a cycle.
            double reversals = Math.Pow(10, (double)(knots - 1 - i) / KnotsPerDecade);
            _amplitude[i] = (life.StrengthMPa / modulusMPa * Math.Pow(reversals, life.StrengthExponent))
                + (life.Ductility * Math.Pow(reversals, life.DuctilityExponent));
            _damage[i] = 2 / reversals;
        }
    }

    /// <summary>Damage of a whole cycle, 1 / Nf.</summary>
    /// <param name="amplitude">Strain amplitude, a ratio. Below the amplitude of 5e9 cycles it does no damage.</param>
    public double DamageOf(double amplitude)
    {
        int at = Array.BinarySearch(_amplitude, amplitude);
        if (at >= 0)
            return _damage[at];
        at = ~at;
        if (at == 0)
            return 0;
        if (at == _amplitude.Length)
            return _damage[^1];
        double part = (amplitude - _amplitude[at - 1]) / (_amplitude[at] - _amplitude[at - 1]);
        return _damage[at - 1] + ((_damage[at] - _damage[at - 1]) * part);
    }
}
