using System.Collections.Immutable;
using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// Applies the unit rule of an element-wise function. A number without a unit, and a column without a known unit, takes
/// the unit of what it meets: <c>servo1.force > 20</c> means 20 of the unit of the force. Where that unit is
/// dimensionless and not written it, as the kN/N of a quotient, the number is taken as it is, and the quotient is
/// reduced to 1.
/// </summary>
internal static class UnitChecks
{
    /// <summary>The ruling on the operands of one call.</summary>
    public static UnitCheck Check(UnitRule rule, ImmutableArray<TypedValue> operands) => rule switch
    {
        UnitRule.Same => Alike(operands, 0, common => common),
        UnitRule.AngleOf => Alike(operands, 0, _ => Unit.Radian),
        UnitRule.Comparison => Alike(operands, 0, _ => Unit.One),
        UnitRule.Choice => Alike(operands, 1, common => common),
        UnitRule.Number => UnitCheck.Unchanged(Unit.One, operands.Length),
        UnitRule.Plain or UnitRule.Logic => Plain(operands, Unit.One),
        UnitRule.ToAngle => Plain(operands, Unit.Radian),
        UnitRule.OfAngle => OfAngle(operands),
        UnitRule.Product => Scaled(operands, TypedUnits.Product),
        UnitRule.Quotient => Scaled(operands, TypedUnits.Quotient),
        UnitRule.SquareRoot => Powered(operands, 0.5),
        UnitRule.Power => Power(operands),
        UnitRule.ProductAndSame => ProductAndSame(operands),
        _ => UnitCheck.Unchanged(null, operands.Length),
    };

    /// <summary>All operands from one on are brought to the unit of the first of them that has one.</summary>
    public static UnitCheck Alike(ImmutableArray<TypedValue> operands, int from, Func<Unit?, Unit?> result)
    {
        Unit? common = operands.Skip(from).Select(operand => operand.Unit).FirstOrDefault(unit => unit is not null);
        foreach (TypedValue operand in operands.Skip(from))
        {
            if (common is not null && operand.Unit is { } unit && !TypedUnits.AreAlike(unit, common))
                return Mixed(common, unit);
        }

        if (common is { IsLeftOver: true } && operands.Skip(from).Any(operand => operand.Unit is null))
            common = Unit.One;
        return new UnitCheck(result(common), [.. operands.Select((_, i) => i < from ? null : common)]);
    }

    /// <summary>
    /// Sums and differences. Temperatures in degC or degF count from their own zero: two of them have a
    /// difference, in K, and no sum; together with a difference in K they give K. A number without a unit is degrees
    /// more or less.
    /// </summary>
    public static UnitCheck Sum(ImmutableArray<TypedValue> operands, bool isDifference)
    {
        if (operands[0].Unit is not { } a || operands[1].Unit is not { } b || !(a.IsAffine || b.IsAffine)
            || !TypedUnits.AreAlike(a, b))
            return Alike(operands, 0, common => common);
        return a.IsAffine && b.IsAffine && !isDifference
            ? UnitCheck.Rejected(
                $"two temperatures in {a.Name} and {b.Name} have no sum", "convert them first, as convert(x, \"K\")")
            : new UnitCheck(TypedUnits.Kelvin, [TypedUnits.Kelvin, TypedUnits.Kelvin]);
    }

    private static UnitCheck Mixed(Unit a, Unit b) => UnitCheck.Rejected(
        $"units do not go together: {TypedUnits.Name(a)} and {TypedUnits.Name(b)}",
            "use values of one kind, or multiply by a number with a unit, as 2 [kN/V]");

    private static UnitCheck Plain(ImmutableArray<TypedValue> operands, Unit result)
    {
        foreach (TypedValue operand in operands)
        {
            if (operand.Unit is { } unit && !TypedUnits.AreAlike(unit, Unit.One))
                return UnitCheck.Rejected($"a plain number is needed, not {TypedUnits.Name(unit)}",
                    $"divide by 1 [{unit.Name}] if that is meant");
        }

        return new UnitCheck(result, [.. operands.Select(_ => Unit.One)]);
    }

    private static UnitCheck OfAngle(ImmutableArray<TypedValue> operands)
    {
        if (operands[0].Unit is { } unit && TypedUnits.IsAngle(unit))
            return new UnitCheck(Unit.One, [Unit.Radian]);
        UnitCheck plain = Plain(operands, Unit.One);
        return plain.Fault is null ? plain
            : UnitCheck.Rejected(
                $"an angle or a plain number is needed, not {TypedUnits.Name(operands[0].Unit!)}", plain.Advice);
    }

    private static UnitCheck Scaled(ImmutableArray<TypedValue> operands, Func<Unit, Unit, UnitOutcome> combine)
    {
        foreach (TypedValue operand in operands)
        {
            if (operand.Unit is { } unit && unit.IsAffine)
                return Offset(unit);
        }

        if (operands[0].Unit is null && operands[1].Unit is null)
            return UnitCheck.Unchanged(null, 2);
        UnitOutcome result = combine(operands[0].Unit ?? Unit.One, operands[1].Unit ?? Unit.One);
        return result.IsOk ? UnitCheck.Unchanged(result.Unit, 2)
            : UnitCheck.Rejected(result.Reason!, "convert one of them first");
    }

    private static UnitCheck Offset(Unit unit) => UnitCheck.Rejected(
        $"{TypedUnits.Name(unit)} has a zero of its own, so it cannot be multiplied",
        "convert it first, as convert(x, \"K\")");

    private static UnitCheck Powered(ImmutableArray<TypedValue> operands, double exponent)
    {
        if (operands[0].Unit is not { } unit)
            return UnitCheck.Unchanged(null, operands.Length);
        if (unit.IsAffine)
            return Offset(unit);
        if (unit.Name.Length == 0)
            return UnitCheck.Unchanged(unit, operands.Length);
        UnitOutcome result = TypedUnits.Power(unit, exponent);
        if (result.IsOk)
            return UnitCheck.Unchanged(result.Unit, operands.Length);
        return unit.IsNumber ? Plain(operands, Unit.One) : UnitCheck.Rejected(result.Reason!, "divide by a unit first");
    }

    private static UnitCheck Power(ImmutableArray<TypedValue> operands)
    {
        UnitCheck exponent = Plain([operands[1]], Unit.One);
        if (exponent.Fault is not null)
            return exponent;
        if (operands[1].Kind != SignalKind.Number)
            return Plain(operands, Unit.One);
        _ = UnitConversion.Between(operands[1].Unit ?? Unit.One, Unit.One, out UnitConversion toOne);
        UnitCheck check = Powered([operands[0]], toOne.ConvertDecimal(operands[1].Operand.Number));
        return check.Fault is null ? check with { Wanted = [check.Wanted[0], Unit.One] } : check;
    }

    private static UnitCheck ProductAndSame(ImmutableArray<TypedValue> operands)
    {
        UnitCheck product = Scaled([operands[0], operands[1]], TypedUnits.Product);
        if (product.Fault is not null)
            return product;
        Unit? result = product.Result ?? operands[2].Unit;
        if (result is not null && operands[2].Unit is { } added && !TypedUnits.AreAlike(added, result))
            return Mixed(result, added);
        return new UnitCheck(result, [null, null, result]) { NumbersCountInOne = result is { IsLeftOver: true } };
    }
}

/// <summary>The result of a unit rule for the operands of one call; <c>default</c> is none.</summary>
/// <param name="Result">Unit of the result; null for a plain number without one.</param>
/// <param name="Wanted">The unit each operand is brought to; null where it stays as it is.</param>
/// <param name="Fault">Why the units do not go together; null when they do.</param>
/// <param name="Advice">What to do then.</param>
internal sealed record UnitCheck(Unit? Result, ImmutableArray<Unit?> Wanted, string? Fault = null, string Advice = "")
{
    /// <summary>True when a number without a unit counts in 1, not in the unit it is brought to.</summary>
    public bool NumbersCountInOne { get; init; }

    /// <summary>Operands as they are.</summary>
    public static UnitCheck Unchanged(Unit? result, int operands) => new(result, [.. new Unit?[operands]]);

    /// <summary>Units that do not go together.</summary>
    public static UnitCheck Rejected(string fault, string advice) => new(null, [], fault, advice);
}
