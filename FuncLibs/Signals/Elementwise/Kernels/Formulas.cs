using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// One function of one value, computed value by value: the vector forms of the framework choose other polynomials for
/// other widths, and the last bit of a sine would depend on the processor's vectors. sin, exp, pow and the like are
/// System.Math's, so that the C library decides their last bit, in every place and at every width alike.
/// </summary>
public interface IUnaryFormula
{
    /// <summary>The function of one value.</summary>
    double Apply(double x);
}

/// <summary>One function of two values, computed value by value; see <see cref="IUnaryFormula"/>.</summary>
public interface IBinaryFormula
{
    /// <summary>The function of two values.</summary>
    double Apply(double a, double b);
}

/// <summary>e^x: exp(-inf) = +0, beyond 709.78 +inf.</summary>
public readonly struct ExpFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Exp(x);
}

/// <summary>The natural logarithm: log(0) = -inf for either zero, below zero NaN.</summary>
public readonly struct LogFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Log(x);
}

/// <summary>The logarithm to base ten; edges as <see cref="LogFormula"/>.</summary>
public readonly struct LogTenFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Log10(x);
}

/// <summary>
/// a^b. Below zero with an exponent that is no integer NaN; pow(0, b) with b below 0 is an infinity. A NaN gives NaN
/// also in pow(NaN, 0) and pow(1, NaN), which IEEE 754-2019 (9.2.1) calls 1: a value that is not known must not look
/// known.
/// </summary>
public readonly struct PowFormula : IBinaryFormula
{
    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double Apply(double a, double b)
    {
        double power = Math.Pow(a, b);
        return power == 1 && (double.IsNaN(a) || double.IsNaN(b)) ? double.NaN : power;
    }
}

/// <summary>The sine of an angle in radians; of an infinity NaN.</summary>
public readonly struct SinFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Sin(x);
}

/// <summary>The cosine of an angle in radians; of an infinity NaN.</summary>
public readonly struct CosFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Cos(x);
}

/// <summary>The tangent of an angle in radians; of an infinity NaN. No float64 is a pole.</summary>
public readonly struct TanFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Tan(x);
}

/// <summary>The angle whose sine is x, -pi/2 to pi/2; outside -1 to 1 NaN.</summary>
public readonly struct AsinFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Asin(x);
}

/// <summary>The angle whose cosine is x, 0 to pi; outside -1 to 1 NaN.</summary>
public readonly struct AcosFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Acos(x);
}

/// <summary>The angle whose tangent is x, -pi/2 to pi/2.</summary>
public readonly struct AtanFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Atan(x);
}

/// <summary>
/// The angle of the point (b, a), -pi to pi: atan2(y, x) with the zeros and infinities of IEEE 754-2019 (9.2.1):
/// atan2(-0, -1) = -pi.
/// </summary>
public readonly struct AtanTwoFormula : IBinaryFormula
{
    /// <inheritdoc/>
    public double Apply(double a, double b) => Math.Atan2(a, b);
}

/// <summary>
/// sqrt(a^2 + b^2) without overflow on the way. NaN when either is, also beside an infinity, where IEEE 754-2019
/// (9.2.1) has +inf.
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
