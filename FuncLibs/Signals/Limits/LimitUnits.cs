using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Limits;

/// <summary>Brings the numbers of a limit from its own unit to that of what it watches.</summary>
public static class LimitUnits
{
    /// <summary>
    /// Converts a limit. Limits and the ends of a band are values, hysteresis and noise are differences of values: of
    /// temperatures they convert without the zero. `rate` is in the watched unit per second, `peakvalleychange` has
    /// percent and a noise in the watched unit, `stale` has ms.
    /// </summary>
    /// <param name="limit">The limit; an empty <see cref="LimitDefinition.Unit"/> is that of what it watches.</param>
    /// <param name="watched">Unit of what it watches, as text; empty for a plain number.</param>
    /// <param name="units">What both may name.</param>
    /// <param name="converted">The same limit in that unit.</param>
    /// <returns>Null, or why it cannot be watched in one line.</returns>
    public static string? Convert(LimitDefinition limit, string watched, UnitTable units, out LimitDefinition converted)
    {
        string target = limit.Kind switch
        {
            LimitKind.Stale => "",
            LimitKind.Rate => watched.Length == 0 ? "1/s" : $"{watched}/s",
            _ => watched,
        };
        converted = limit with { Unit = target };
        if (limit.Unit.Length == 0 || limit.Unit == target)
            return null;
        if (limit.Kind == LimitKind.Stale)
            return "the value of stale is in ms; leave the unit empty";
        UnitOutcome from = UnitParser.Parse(limit.Unit, units);
        if (!from.IsOk)
            return $"'{limit.Unit}' is no unit: {from.Reason}";
        UnitOutcome to = UnitParser.Parse(watched, units);
        to = to.IsOk && limit.Kind == LimitKind.Rate ? PerSecond(to.Unit!) : to;
        if (!to.IsOk)
            return $"the unit '{watched}' of {limit.Variable} cannot be read, so {limit.Unit} is not convertible to it";
        if (UnitConversion.Between(from.Unit!, to.Unit!, out UnitConversion conversion) is { } fault)
            return limit.Kind == LimitKind.Rate ? $"{fault}; a rate is in {target}" : fault;
        converted = limit.Kind == LimitKind.PeakValleyChange
            ? converted with { Value2 = Difference(limit.Value2) }
            : converted with
            {
                Value = conversion.ConvertDecimal(limit.Value),
                Value2 = limit.Kind == LimitKind.Band
                    ? conversion.ConvertDecimal(limit.Value2)
                    : Difference(limit.Value2),
                Hysteresis = Difference(limit.Hysteresis),
            };
        return LimitFaults.CheckNumbers(converted);

        double Difference(double x) => conversion.Offset == 0 ? conversion.ConvertDecimal(x) : x * conversion.Factor;
    }

    private static UnitOutcome PerSecond(Unit unit) =>
        UnitAlgebra.Quotient(unit with { Offset = 0 }, UnitParser.Parse("s").Unit!);
}
