using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Formulas;

/// <summary>
/// sqrt(a^2 + b^2) without overflow on the way. NaN when either is, also beside an infinity, where IEEE 754-2019 (9.2.1) has +inf.
/// </summary>
public readonly struct HypotFormula : IBinaryFormula
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double Apply(double a, double b)
    {
        double distance = double.Hypot(a, b);
        return double.IsPositiveInfinity(distance) && (double.IsNaN(a) || double.IsNaN(b)) ? double.NaN : distance;
    }
}
