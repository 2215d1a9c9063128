using System.Collections.Immutable;

namespace FuncLibs.Signals.Units;

/// <summary>
/// Products, quotients, powers and roots of units. What cannot be is an outcome with the reason in one line.
/// </summary>
public static class UnitAlgebra
{
    /// <summary>Longest name of a unit in characters.</summary>
    public const int MaxName = 200;

    private const int MaxExponent = Dimension.MaxExponent;

    /// <summary>left * right.</summary>
    public static UnitOutcome Product(Unit left, Unit right) => Combine(left, '*', right);

    /// <summary>left / right.</summary>
    public static UnitOutcome Quotient(Unit left, Unit right) => Combine(left, '/', right);

    /// <summary>A unit to a power.</summary>
    /// <param name="unit">The unit.</param>
    /// <param name="exponent">A multiple of 1/12 from -100 to 100.</param>
    public static UnitOutcome Power(Unit unit, double exponent)
    {
        double twelfths = exponent * Dimension.Parts;
        if (!(Math.Abs(exponent) <= Dimension.MaxExponent) || Math.Abs(twelfths - Math.Round(twelfths)) > 1e-9)
            return UnitOutcome.Refused(
                $"({unit})^{exponent:R}: an exponent is a multiple of 1/{Dimension.Parts} up to {MaxExponent}");
        int whole = (int)Math.Round(twelfths);
        if (whole == 0)
            return UnitOutcome.Ok(Unit.One);
        if (whole == Dimension.Parts)
            return UnitOutcome.Ok(unit);
        if (unit.IsAffine)
            return Affine(unit);
        return Dimension.None.TryTimes(unit.Dimension, whole, out Dimension dimension)
            ? Made(UnitNames.Power(unit.Name, whole), dimension, Raised(unit.Factor, whole),
                unit.Exact?.Power(whole, Dimension.Parts), UnitNames.TermsOfPower(unit.Terms, whole))
            : UnitOutcome.Refused(
                $"({unit})^{exponent:R}: the exponents of its base units would not be multiples of "
                    + $"1/{Dimension.Parts}");
    }

    /// <summary>The square root of a unit: sqrt of mm^2 is mm.</summary>
    public static UnitOutcome SquareRoot(Unit unit) => Power(unit, 0.5);

    private static UnitOutcome Combine(Unit left, char sign, Unit right)
    {
        if (right.Name.Length == 0)
            return UnitOutcome.Ok(left);
        if (left.Name.Length == 0 && sign == '*')
            return UnitOutcome.Ok(right);
        if (left.IsAffine || right.IsAffine)
            return Affine(left.IsAffine ? left : right);
        return left.Dimension.TryTimes(
            right.Dimension, sign == '*' ? Dimension.Parts : -Dimension.Parts, out Dimension dimension)
            ? Made(UnitNames.Join(left, sign, right), dimension,
                sign == '*' ? left.Factor * right.Factor : left.Factor / right.Factor,
                ExactSize.Combine(left.Exact, sign, right.Exact), UnitNames.TermsOf(left, sign, right))
            : UnitOutcome.Refused($"{left} {sign} {right}: an exponent beyond {Dimension.MaxExponent}");
    }

    // Whole powers by products: 1000^2 is exact, whatever pow of the C library gives.
    private static double Raised(double factor, int twelfths)
    {
        if (twelfths % Dimension.Parts != 0)
            return twelfths == Dimension.Parts / 2 ? Math.Sqrt(factor)
                : Math.Pow(factor, twelfths / (double)Dimension.Parts);
        double power = 1;
        for (int i = Math.Abs(twelfths / Dimension.Parts); i > 0; i--)
            power *= factor;
        return twelfths < 0 ? 1 / power : power;
    }

    private static UnitOutcome Made(
        string name, Dimension dimension, double factor, ExactSize? exact,
        ImmutableArray<(string Symbol, int Twelfths)> terms)
    {
        if (!(factor > 0 && double.IsFinite(factor)))
            return UnitOutcome.Refused($"{name}: its size does not fit a float64; choose other prefixes");
        if (dimension == Dimension.None && (exact is null ? factor == 1 : exact == ExactSize.One))
            return UnitOutcome.Ok(Unit.One);
        return name.Length <= MaxName
            ? UnitOutcome.Ok(new Unit(name, dimension, factor) { Exact = exact, Terms = terms })
            : UnitOutcome.Refused(
                $"{name.AsSpan(0, 40)}...: more than {MaxName} characters; convert its parts to simpler units first");
    }

    private static UnitOutcome Affine(Unit unit) =>
        UnitOutcome.Refused(
            $"{unit} has its own zero and cannot be used in a product, quotient or power; convert to K first");
}
