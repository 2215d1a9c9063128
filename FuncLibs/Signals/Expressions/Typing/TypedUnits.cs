using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>What typing asks of units beyond their algebra.</summary>
internal static class TypedUnits
{
    /// <summary>The unit in which temperatures are subtracted.</summary>
    public static Unit Kelvin { get; } = UnitParser.Parse("K").Unit!;

    /// <summary>The unit of time in rates and integrals.</summary>
    public static Unit Second { get; } = UnitParser.Parse("s").Unit!;

    /// <summary>The unit of a text; null, with a line that says why, when there is none.</summary>
    public static Unit? Parse(string text, out string fault) => Parse(text, UnitTable.Standard, out fault);

    /// <summary>The unit of a text by a table; null, with a line that says why, when there is none.</summary>
    public static Unit? Parse(string text, UnitTable table, out string fault)
    {
        UnitOutcome outcome = UnitParser.Parse(text, table);
        fault = outcome.IsOk ? "" : $"'{text}' is no unit: {outcome.Reason}";
        return outcome.Unit;
    }

    /// <summary>True when values of one can be converted to the other.</summary>
    public static bool AreAlike(Unit a, Unit b) => UnitConversion.Between(a, b, out _) is null;

    /// <summary>True for radians, degrees and such.</summary>
    public static bool IsAngle(Unit unit) => unit.IsLike(Unit.Radian);

    /// <summary>a * b, named as people would: mm * kN/mm is kN.</summary>
    public static UnitOutcome Product(Unit a, Unit b) =>
        Renamed(UnitAlgebra.Product(a, b), WithoutEnd(b, '/', a) ?? WithoutEnd(a, '/', b));

    /// <summary>a / b, named as people would: kN*mm / mm is kN.</summary>
    public static UnitOutcome Quotient(Unit a, Unit b) => Renamed(UnitAlgebra.Quotient(a, b), WithoutEnd(a, '*', b));

    private static string? WithoutEnd(Unit unit, char sign, Unit end) =>
        end.Name.Length > 0 && unit.Name.EndsWith(sign + end.Name, StringComparison.Ordinal) ? unit.Name[..^(end.Name.Length + 1)] : null;

    // A shorter name only for what is the same unit, whatever the name looks like.
    private static UnitOutcome Renamed(UnitOutcome made, string? name)
    {
        const double Rounding = 1e-12;
        if (name is null || made.Unit is not { } unit || Parse(name, out _) is not { } shorter)
            return made;
        bool isSame = shorter.IsLike(unit) && !shorter.IsAffine && Math.Abs((shorter.Factor / unit.Factor) - 1) <= Rounding;
        return isSame ? UnitOutcome.Ok(shorter) : made;
    }

    /// <summary>A unit in words.</summary>
    public static string Name(Unit? unit) => unit is null || unit.Name.Length == 0 ? "no unit" : unit.Name;
}
