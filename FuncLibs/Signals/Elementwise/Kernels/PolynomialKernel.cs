using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// c0 + c1 x + c2 x^2 + ... by Horner's rule from the highest, two roundings a step. NaN of a NaN, even for a constant.
/// </summary>
public readonly struct PolynomialKernel : IUnaryKernel
{
    /// <summary>Most coefficients.</summary>
    public const int MaxCoefficients = 32;

    private readonly double[] _coefficients;

    /// <summary>A polynomial; takes a copy.</summary>
    /// <param name="coefficients">c0, c1, ...: 1 to <see cref="MaxCoefficients"/>.</param>
    /// <exception cref="ArgumentException">None, or too many.</exception>
    public PolynomialKernel(ReadOnlySpan<double> coefficients)
    {
        if (coefficients.Length is 0 or > MaxCoefficients)
            throw new ArgumentException(
                $"poly takes 1 to {MaxCoefficients} coefficients, not {coefficients.Length}", nameof(coefficients));
        _coefficients = coefficients.ToArray();
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x)
    {
        double[] coefficients = _coefficients;
        Vector<double> sum = new(coefficients[^1]);
        for (int k = coefficients.Length - 2; k >= 0; k--)
            sum = (sum * x) + new Vector<double>(coefficients[k]);
        return Vector.ConditionalSelect(Vector.Equals(x, x), sum, x);
    }
}
