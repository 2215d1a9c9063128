using System.Numerics;

namespace FuncLibs.Signals.Elementwise;

/// <summary>Rounding to an integer by one rule; the seam by which <see cref="RoundKernel{TRounding}"/> is specialised.</summary>
public interface IRounding
{
    /// <summary>Rounds each lane to an integer.</summary>
    static abstract Vector<double> ToInteger(Vector<double> x);
}

/// <summary>
/// round(x, digits): x with so many decimals, decided on the scaled value t as it is in binary: 1.005 * 100 = 100.49999999999999
/// gives 1.00, 2.675 * 100 = 267.5 gives 2.68.
/// digits > 0: t = x * 10^digits; where |t| >= 2^52 (no fraction left, or overflow) x itself, else R(t) / 10^digits.
/// digits &lt; 0: R(x / 10^-digits) * 10^-digits.
/// </summary>
/// <typeparam name="TRounding">The rule R.</typeparam>
public readonly struct RoundKernel<TRounding> : IUnaryKernel
    where TRounding : IRounding
{
    private const double NoFraction = 4503599627370496.0; // 2^52
    private readonly double _power;
    private readonly int _digits;

    /// <summary>Rounds to <paramref name="digits"/> decimals.</summary>
    /// <param name="digits">-15 to 15; below 0 rounds to tens, hundreds and so on.</param>
    public RoundKernel(int digits)
    {
        if (digits is < Elementwise.MinDigits or > Elementwise.MaxDigits)
            throw new ArgumentOutOfRangeException(nameof(digits), digits, "round takes -15 to 15 digits.");
        _digits = digits;

        // A product of ten is exact up to 10^22, so this is the power itself.
        _power = 1;
        for (int i = 0; i < Math.Abs(digits); i++)
            _power *= 10;
    }

    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x)
    {
        if (_digits == 0)
            return TRounding.ToInteger(x);
        Vector<double> power = new(_power);
        if (_digits < 0)
            return TRounding.ToInteger(x / power) * power;
        Vector<double> scaled = x * power;
        Vector<long> whole = Vector.GreaterThanOrEqual(Vector.Abs(scaled), new Vector<double>(NoFraction));
        return Vector.ConditionalSelect(whole, x, TRounding.ToInteger(scaled) / power);
    }
}

/// <summary>Halves away from zero.</summary>
public readonly struct HalfAway : IRounding
{
    /// <inheritdoc/>
    // x - trunc(x) is exact, so 0.49999999999999994 stays below the half, where adding 0.5 first would reach 1.
    public static Vector<double> ToInteger(Vector<double> x)
    {
        Vector<double> whole = Vector.Truncate(x);
        Vector<long> half = Vector.GreaterThanOrEqual(Vector.Abs(x - whole), new Vector<double>(0.5));
        Vector<double> step = Vector.ConditionalSelect(half, Vector<double>.One, Vector<double>.Zero);
        return whole + Vector.CopySign(step, x);
    }
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
