using System.Numerics;
using System.Runtime.CompilerServices;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// round(x, digits): x with so many decimals, decided on the scaled value t as it is in binary: 1.005 * 100 =
/// 100.49999999999999 gives 1.00, 2.675 * 100 = 267.5 gives 2.68. digits > 0: t = x * 10^digits; where |t| >= 2^52 (no
/// fraction left, or overflow) x itself, else R(t) / 10^digits. digits &lt; 0: R(x / 10^-digits) * 10^-digits.
/// </summary>
/// <typeparam name="TRounding">The rule R.</typeparam>
public readonly struct RoundKernel<TRounding> : IUnaryKernel
    where TRounding : IRounding
{
    private const double NoFraction = 4503599627370496.0; // 2^52
    private readonly double _power;
    private readonly double _reciprocal;
    private readonly double _rest;
    private readonly int _digits;

    /// <summary>Rounds to <paramref name="digits"/> decimals.</summary>
    /// <param name="digits">-15 to 15; below 0 rounds to tens, hundreds and so on.</param>
    public RoundKernel(int digits)
    {
        if (digits is < RoundDigits.Min or > RoundDigits.Max)
            throw new ArgumentOutOfRangeException(nameof(digits), digits, "round takes -15 to 15 digits.");
        _digits = digits;

        // A product of ten is exact up to 10^22, so this is the power itself.
        _power = 1;
        for (int i = 0; i < Math.Abs(digits); i++)
            _power *= 10;
        (_reciprocal, _rest) = ExactReciprocal.Split(_power);
    }

    /// <inheritdoc/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Vector<double> Apply(Vector<double> x)
    {
        if (_digits == 0)
            return TRounding.ToInteger(x);
        Vector<double> power = new(_power);
        if (_digits < 0)
            return TRounding.ToInteger(x / power) * power;
        Vector<double> scaled = x * power;
        Vector<long> whole = Vector.GreaterThanOrEqual(Vector.Abs(scaled), new Vector<double>(NoFraction));
        Vector<double> integer = TRounding.ToInteger(scaled);
        Vector<double> rounded =
            ExactReciprocal.IsFast ? ExactReciprocal.Divide(integer, _reciprocal, _rest) : integer / power;
        return Vector.ConditionalSelect(whole, x, rounded);
    }
}

/// <summary>The least integer not below x, as IEEE 754 roundToIntegralTowardPositive: ceiling(-0.3) = -0.0.</summary>
public readonly struct CeilingKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Ceiling(x);
}

/// <summary>The greatest integer not above x, as IEEE 754 roundToIntegralTowardNegative.</summary>
public readonly struct FloorKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Floor(x);
}

/// <summary>The integer part of x, as IEEE 754 roundToIntegralTowardZero: truncate(-0.3) = -0.0.</summary>
public readonly struct TruncateKernel : IUnaryKernel
{
    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x) => Vector.Truncate(x);
}

/// <summary>
/// Rounding to an integer by one rule; the seam by which <see cref="RoundKernel{TRounding}"/> is specialised.
/// </summary>
public interface IRounding
{
    /// <summary>Rounds each lane to an integer.</summary>
    static abstract Vector<double> ToInteger(Vector<double> x);
}

/// <summary>Halves away from zero.</summary>
public readonly struct HalfAway : IRounding
{
    private const double BeforeHalf = 0.49999999999999994;

    /// <inheritdoc/>
    // The number before 0.5 and not 0.5: 0.49999999999999994 + 0.5 would round to 1. From 0.5 on the sum of a half and
    // it rounds to the next integer, and an integer stays (round in LLVM's lowering for x86 does the same).
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> ToInteger(Vector<double> x) =>
        Vector.Truncate(x + SignBit.Copy(new Vector<double>(BeforeHalf), x));
}

/// <summary>Halves to even.</summary>
public readonly struct HalfEven : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Round(x);
}

/// <summary>Towards +infinity.</summary>
public readonly struct Up : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Ceiling(x);
}

/// <summary>Towards -infinity.</summary>
public readonly struct Down : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Floor(x);
}

/// <summary>Towards zero.</summary>
public readonly struct TowardZero : IRounding
{
    /// <inheritdoc/>
    public static Vector<double> ToInteger(Vector<double> x) => Vector.Truncate(x);
}

/// <summary>
/// The sign of a value as its bit. Vector.CopySign is the same, but is not compiled to instructions at every width.
/// </summary>
internal static class SignBit
{
    /// <summary>A magnitude, which is not negative, with the signs of other values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector<double> Copy(Vector<double> magnitude, Vector<double> signs) =>
        Vector.BitwiseOr(magnitude, Vector.BitwiseAnd(signs, new Vector<double>(-0.0)));
}

/// <summary>Decimals that <see cref="RoundKernel{TRounding}"/> takes.</summary>
internal static class RoundDigits
{
    public const int Min = -15;
    public const int Max = 15;
}
