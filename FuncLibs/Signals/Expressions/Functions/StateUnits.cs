using System.Collections.Immutable;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// What a function with state does with units. Operands that must be alike are brought to the unit of the first.
/// </summary>
internal sealed class StateUnits
{
    private readonly Func<ImmutableArray<TypedValue>, UnitCheck> _rule;

    private StateUnits(Func<ImmutableArray<TypedValue>, UnitCheck> rule) => _rule = rule;

    /// <summary>Operands alike, the result has their unit: windows, filters, extremes, peaks.</summary>
    public static StateUnits Same { get; } = new(values => UnitChecks.Alike(values, 0, common => common));

    /// <summary>
    /// Operands as they are, the result has the unit of the first: x held or restarted by a condition.
    /// </summary>
    public static StateUnits OfFirst { get; } = new(values => UnitCheck.Unchanged(values[0].Unit, values.Length));

    /// <summary>Operands as they are, the result has the unit of the second: hold(c, x).</summary>
    public static StateUnits OfSecond { get; } = new(values => UnitCheck.Unchanged(values[1].Unit, values.Length));

    /// <summary>
    /// Operands alike; the difference of two values, which for temperatures is in K: movstd, p2p, range.
    /// </summary>
    public static StateUnits Difference { get; } = new(values => ApartFromZero(values, unit => UnitOutcome.Ok(unit)));

    /// <summary>Any operands, a plain number: counts, truths, ratios.</summary>
    public static StateUnits Number { get; } = new(values => UnitCheck.Unchanged(Unit.One, values.Length));

    /// <summary>Operands alike, the result in its own unit: phaselag.</summary>
    public static StateUnits Alike(string unit) =>
        new(values => UnitChecks.Alike(values, 0, common => TypedUnits.Parse(unit, out _)));

    /// <summary>The unit of a difference a second: deriv.</summary>
    public static StateUnits PerSecond { get; } = new(values => ApartFromZero(values,
        unit => TypedUnits.Quotient(unit, TypedUnits.Second)));

    /// <summary>The unit times seconds: integ.</summary>
    public static StateUnits TimesSecond { get; } = new(values => values[0].Unit is { IsAffine: true } unit
        ? UnitCheck.Rejected($"{unit.Name} has a zero of its own and cannot be summed up over time",
            "convert it first, as convert(x, \"K\")")
        : ApartFromZero(values, unit => TypedUnits.Product(unit, TypedUnits.Second)));

    /// <summary>The first unit over the second: stiffness.</summary>
    public static StateUnits Quotient { get; } = new(values => UnitChecks.Check(Elementwise.UnitRule.Quotient, values));

    /// <summary>The product of both units: energy of a loop.</summary>
    public static StateUnits Product { get; } = new(values => UnitChecks.Check(Elementwise.UnitRule.Product, values));

    /// <summary>Its own unit, whatever the operands.</summary>
    public static StateUnits Fixed(string unit) =>
        new(values => UnitCheck.Unchanged(TypedUnits.Parse(unit, out _), values.Length));

    /// <summary>Operands brought to units of their own, the result in another.</summary>
    public static StateUnits Create(string result, params ImmutableArray<string> operands) =>
        new(values => Brought(values, result, operands));

    /// <summary>The ruling on the operands of one call.</summary>
    public UnitCheck Check(ImmutableArray<TypedValue> values) => _rule(values);

    private static UnitCheck ApartFromZero(ImmutableArray<TypedValue> values, Func<Unit, UnitOutcome> result)
    {
        if (values[0].Unit is not { } unit)
            return UnitCheck.Unchanged(null, values.Length);
        Unit own = unit.IsAffine ? TypedUnits.Kelvin : unit;
        UnitOutcome outcome = result(own);
        return outcome.IsOk
            ? new UnitCheck(outcome.Unit, [.. values.Select(_ => own)])
            : UnitCheck.Rejected(outcome.Reason!, "convert it first");
    }

    private static UnitCheck Brought(ImmutableArray<TypedValue> values, string result, ImmutableArray<string> operands)
    {
        Unit?[] wanted = [.. operands.Take(values.Length).Select(text => TypedUnits.Parse(text, out _))];
        for (int i = 0; i < wanted.Length; i++)
        {
            if (values[i].Unit is { } unit && wanted[i] is { } needed && !TypedUnits.AreAlike(unit, needed))
                return UnitCheck.Rejected($"{TypedUnits.Name(needed)} is needed, not {TypedUnits.Name(unit)}",
                    "convert it, or multiply by a number with a unit");
        }

        return new UnitCheck(TypedUnits.Parse(result, out _), [.. wanted]);
    }
}
