namespace FuncLibs.Signals.Units;

/// <summary>
/// Values of one unit as values of another: x * <see cref="Factor"/> + <see cref="Offset"/>, the two roundings of <c>scale</c>.
/// </summary>
/// <param name="Factor">What a value is multiplied by.</param>
/// <param name="Offset">What is then added; 0 but for temperatures.</param>
public readonly record struct UnitConversion(double Factor, double Offset)
{
    /// <summary>True when nothing changes.</summary>
    public bool IsIdentity => Factor == 1 && Offset == 0;

    /// <summary>The conversion between two units.</summary>
    /// <returns>What is wrong in one line, naming both; null when nothing is.</returns>
    public static string? Between(Unit from, Unit to, out UnitConversion conversion)
    {
        conversion = new UnitConversion(from.Factor / to.Factor, (from.Offset - to.Offset) / to.Factor);
        if (from.IsLike(to) && double.IsFinite(conversion.Factor) && conversion.Factor > 0)
            return null;
        conversion = default;
        return from.IsLike(to)
            ? $"{from} to {to}: the factor between them does not fit a float64"
            : $"{from} is not convertible to {to}: {UnitNames.OfDimension(from.Dimension)} against {UnitNames.OfDimension(to.Dimension)}";
    }

    /// <summary>One value.</summary>
    public double Of(double x) => (x * Factor) + Offset;
}
