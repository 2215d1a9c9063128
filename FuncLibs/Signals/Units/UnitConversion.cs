using System.Numerics;
using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Kernels;

namespace FuncLibs.Signals.Units;

/// <summary>
/// Values of one unit as values of another: x * <see cref="Factor"/> + <see cref="Offset"/>, rounded once where the
/// sizes of both units are exact; else the two roundings of <c>scale</c>.
/// </summary>
/// <param name="Factor">What a value is multiplied by, rounded.</param>
/// <param name="Offset">What is then added, rounded; 0 but for temperatures.</param>
public readonly record struct UnitConversion(double Factor, double Offset)
{
    /// <summary>True when nothing changes.</summary>
    public bool IsIdentity => Factor == 1 && Offset == 0;

    /// <summary>A number such that x * number is the value, rounded once; null when there is none.</summary>
    internal double? Multiplier { get; private init; }

    /// <summary>A number such that x / number is the value, rounded once; null when there is none.</summary>
    internal double? Divisor { get; private init; }

    /// <summary>Gives the value with one rounding; null when the sizes are not exact.</summary>
    internal ConversionKernel? Kernel { get; private init; }

    private Rational? ExactFactor { get; init; }

    private Rational? ExactOffset { get; init; }

    /// <summary>The conversion between two units.</summary>
    /// <returns>What is wrong in one line, naming both; null when nothing is.</returns>
    public static string? Between(Unit from, Unit to, out UnitConversion conversion)
    {
        conversion = default;
        if (!from.HasSameDimension(to))
        {
            return $"{from} is not convertible to {to}: {UnitNames.OfDimension(from.Dimension)} "
                + $"against {UnitNames.OfDimension(to.Dimension)}";
        }

        UnitConversion found = from.Equals(to) ? new UnitConversion(1, 0) { Multiplier = 1 }
            : from.Exact is { } source && to.Exact is { } target ? Exactly(source, target)
            : new UnitConversion(from.Factor / to.Factor, (from.Offset - to.Offset) / to.Factor);
        if (!(double.IsFinite(found.Factor) && found.Factor > 0))
            return $"{from} to {to}: the factor between them does not fit a float64";
        conversion = found;
        return null;
    }

    /// <summary>One value.</summary>
    public double Convert(double x) => Multiplier is { } multiplier ? x * multiplier
        : Divisor is { } divisor ? x / divisor
        : Kernel is { } kernel ? Unary.Apply(kernel, x)
        : (x * Factor) + Offset;

    /// <summary>
    /// One number that somebody wrote: it is the decimal number that it is shown as, so 25.4 mm are 1 in, although the
    /// float64 25.4 is a little less.
    /// </summary>
    public double ConvertDecimal(double x) =>
        ExactFactor is { } factor && ExactOffset is { } offset && x != 0 && double.IsFinite(x)
            ? ((Rational.From(x) * factor) + offset).ToDouble() : Convert(x);

    private static UnitConversion Exactly(ExactSize from, ExactSize to)
    {
        int pi = from.PiPower - to.PiPower;
        Rational factor = (from.Factor / to.Factor).TimesPi(pi);
        Rational offset = ((from.Offset - to.Offset) / to.Factor).TimesPi(-to.PiPower);
        BigInteger common = BigInteger.GreatestCommonDivisor(factor.Denominator, offset.Denominator);
        BigInteger divisor = factor.Denominator * offset.Denominator / common;
        Rational gain = factor * new Rational(divisor, 1);
        Rational shift = offset * new Rational(divisor, 1);
        UnitConversion rounded = new(factor.ToDouble(), offset.ToDouble())
        {
            ExactFactor = factor,
            ExactOffset = offset,
        };
        if (!IsDouble(gain) || !IsDouble(shift) || !IsDouble(new Rational(divisor, 1)))
            return rounded with { Kernel = KernelOf(factor, offset, 1) };
        if (shift.Numerator.IsZero && divisor.IsOne)
            return rounded with { Multiplier = gain.ToDouble() };
        if (shift.Numerator.IsZero && gain == Rational.One)
            return rounded with { Divisor = (double)divisor };
        return rounded with { Kernel = KernelOf(gain, shift, (double)divisor) };
    }

    private static ConversionKernel KernelOf(Rational gain, Rational shift, double divisor) =>
        new(gain.ToDouble(), RestOf(gain), shift.ToDouble(), RestOf(shift), divisor);

    private static double RestOf(Rational value) => double.IsFinite(value.ToDouble())
        ? (value - Rational.Exactly(value.ToDouble())).ToDouble() : 0;

    private static bool IsDouble(Rational value) =>
        double.IsFinite(value.ToDouble()) && Rational.Exactly(value.ToDouble()) == value;
}
