using System.Collections.Immutable;
using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// Applies the unit rule of an element-wise function. A number without a unit, and a column whose unit nobody said, takes the unit of
/// what it meets: <c>servo1.force > 20</c> means 20 of the unit of the force. Where that unit is dimensionless and nobody wrote
/// it, as the kN/N of a quotient, the number means what it says, and the quotient is reduced to 1.
/// </summary>
internal static class UnitRulings
{
    /// <summary>The ruling on the operands of one call.</summary>
    public static UnitRuling Of(UnitRule rule, ImmutableArray<TypedValue> operands) => rule switch
    {
        UnitRule.Same => Alike(operands, 0, common => common),
        UnitRule.AngleOf => Alike(operands, 0, _ => Unit.Radian),
        UnitRule.Comparison => Alike(operands, 0, _ => Unit.One),
        UnitRule.Choice => Alike(operands, 1, common => common),
        UnitRule.Number => UnitRuling.AsIs(Unit.One, operands.Length),
        UnitRule.Plain or UnitRule.Truth => Plain(operands, Unit.One),
        UnitRule.ToAngle => Plain(operands, Unit.Radian),
        UnitRule.OfAngle => OfAngle(operands),
        UnitRule.Product => Scaled(operands, TypedUnits.Product),
        UnitRule.Quotient => Scaled(operands, TypedUnits.Quotient),
        UnitRule.SquareRoot => Powered(operands, 0.5),
        UnitRule.Power => Power(operands),
        UnitRule.ProductAndSame => ProductAndSame(operands),
        _ => UnitRuling.AsIs(null, operands.Length),
    };

    /// <summary>All operands from one on are brought to the unit of the first of them that has one.</summary>
    public static UnitRuling Alike(ImmutableArray<TypedValue> operands, int from, Func<Unit?, Unit?> result)
    {
        Unit? common = operands.Skip(from).Select(operand => operand.Unit).FirstOrDefault(unit => unit is not null);
        foreach (TypedValue operand in operands.Skip(from))
        {
            if (common is not null && operand.Unit is { } unit && !TypedUnits.AreAlike(unit, common))
                return Mixed(common, unit);
        }

        if (common is { IsLeftOver: true } && operands.Skip(from).Any(operand => operand.Unit is null))
            common = Unit.One;
        return new UnitRuling(result(common), [.. operands.Select((_, i) => i < from ? null : common)]);
    }

    /// <summary>
    /// Sums and differences. Temperatures in degC or degF count from a zero of their own: two of them have a difference, in K, and no sum;
    /// together with a difference in K they give K. A number without a unit is degrees more or less.
    /// </summary>
    public static UnitRuling Sum(ImmutableArray<TypedValue> operands, bool isDifference)
    {
        if (operands[0].Unit is not { } a || operands[1].Unit is not { } b || !(a.IsAffine || b.IsAffine) || !TypedUnits.AreAlike(a, b))
            return Alike(operands, 0, common => common);
        return a.IsAffine && b.IsAffine && !isDifference
            ? UnitRuling.Refused($"two temperatures in {a.Name} and {b.Name} have no sum", "convert them first, as convert(x, \"K\")")
            : new UnitRuling(TypedUnits.Kelvin, [TypedUnits.Kelvin, TypedUnits.Kelvin]);
    }

    private static UnitRuling Mixed(Unit a, Unit b) => UnitRuling.Refused(
        $"units do not go together: {TypedUnits.Name(a)} and {TypedUnits.Name(b)}",
            "use values of one kind, or multiply by a number with a unit, as 2 [kN/V]");

    private static UnitRuling Plain(ImmutableArray<TypedValue> operands, Unit result)
    {
        foreach (TypedValue operand in operands)
        {
            if (operand.Unit is { } unit && !TypedUnits.AreAlike(unit, Unit.One))
                return UnitRuling.Refused($"a plain number is needed, not {TypedUnits.Name(unit)}",
                    $"divide by 1 [{unit.Name}] if that is meant");
        }

        return new UnitRuling(result, [.. operands.Select(_ => Unit.One)]);
    }

    private static UnitRuling OfAngle(ImmutableArray<TypedValue> operands)
    {
        if (operands[0].Unit is { } unit && TypedUnits.IsAngle(unit))
            return new UnitRuling(Unit.One, [Unit.Radian]);
        UnitRuling plain = Plain(operands, Unit.One);
        return plain.Fault is null ? plain
            : UnitRuling.Refused($"an angle or a plain number is needed, not {TypedUnits.Name(operands[0].Unit!)}", plain.Advice);
    }

    private static UnitRuling Scaled(ImmutableArray<TypedValue> operands, Func<Unit, Unit, UnitOutcome> combine)
    {
        foreach (TypedValue operand in operands)
        {
            if (operand.Unit is { } unit && unit.IsAffine)
                return Offset(unit);
        }

        if (operands[0].Unit is null && operands[1].Unit is null)
            return UnitRuling.AsIs(null, 2);
        UnitOutcome result = combine(operands[0].Unit ?? Unit.One, operands[1].Unit ?? Unit.One);
        return result.IsOk ? UnitRuling.AsIs(result.Unit, 2) : UnitRuling.Refused(result.Reason!, "convert one of them first");
    }

    private static UnitRuling Offset(Unit unit) => UnitRuling.Refused(
        $"{TypedUnits.Name(unit)} has a zero of its own, so it cannot be multiplied", "convert it first, as convert(x, \"K\")");

    private static UnitRuling Powered(ImmutableArray<TypedValue> operands, double exponent)
    {
        if (operands[0].Unit is not { } unit)
            return UnitRuling.AsIs(null, operands.Length);
        if (unit.IsAffine)
            return Offset(unit);
        if (unit.Name.Length == 0)
            return UnitRuling.AsIs(unit, operands.Length);
        UnitOutcome result = TypedUnits.Power(unit, exponent);
        if (result.IsOk)
            return UnitRuling.AsIs(result.Unit, operands.Length);
        return unit.IsNumber ? Plain(operands, Unit.One) : UnitRuling.Refused(result.Reason!, "divide by a unit first");
    }

    private static UnitRuling Power(ImmutableArray<TypedValue> operands)
    {
        UnitRuling exponent = Plain([operands[1]], Unit.One);
        if (exponent.Fault is not null)
            return exponent;
        if (operands[1].Kind != SignalKind.Number)
            return Plain(operands, Unit.One);
        _ = UnitConversion.Between(operands[1].Unit ?? Unit.One, Unit.One, out UnitConversion toOne);
        UnitRuling ruling = Powered([operands[0]], toOne.OfWritten(operands[1].Operand.Number));
        return ruling.Fault is null ? ruling with { Wanted = [ruling.Wanted[0], Unit.One] } : ruling;
    }

    private static UnitRuling ProductAndSame(ImmutableArray<TypedValue> operands)
    {
        UnitRuling product = Scaled([operands[0], operands[1]], TypedUnits.Product);
        if (product.Fault is not null)
            return product;
        Unit? result = product.Result ?? operands[2].Unit;
        if (result is not null && operands[2].Unit is { } added && !TypedUnits.AreAlike(added, result))
            return Mixed(result, added);
        return new UnitRuling(result, [null, null, result]) { NumbersCountInOne = result is { IsLeftOver: true } };
    }
}

/// <summary>What a unit rule says of the operands of one call; <c>default</c> is no ruling.</summary>
/// <param name="Result">Unit of the result; null for a plain number without one.</param>
/// <param name="Wanted">The unit each operand is brought to; null where it stays as it is.</param>
/// <param name="Fault">Why the units do not go together; null when they do.</param>
/// <param name="Advice">What to do then.</param>
internal sealed record UnitRuling(Unit? Result, ImmutableArray<Unit?> Wanted, string? Fault = null, string Advice = "")
{
    /// <summary>True when a number without a unit counts in 1, not in the unit it is brought to.</summary>
    public bool NumbersCountInOne { get; init; }

    /// <summary>Operands as they are.</summary>
    public static UnitRuling AsIs(Unit? result, int operands) => new(result, [.. new Unit?[operands]]);

    /// <summary>Units that do not go together.</summary>
    public static UnitRuling Refused(string fault, string advice) => new(null, [], fault, advice);
}
