using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Formulas;

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

/// <summary>a^b. Below zero with an exponent that is no integer NaN; pow(0, b) with b below 0 is an infinity. A NaN gives NaN also in
/// pow(NaN, 0) and
/// pow(1, NaN), which IEEE 754-2019 (9.2.1) calls 1: a value that is not known must not look known.</summary>
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
