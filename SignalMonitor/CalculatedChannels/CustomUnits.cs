using System.Collections.Immutable;
using FuncLibs.Signals.Units;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The standard units with the custom units. A row that cannot be a unit is left out, and the others are used.
/// </summary>
/// <param name="Table">What formulas may name.</param>
/// <param name="Faults">What was left out, and why.</param>
internal sealed record CustomUnits(UnitTable Table, ImmutableArray<VariableFault> Faults)
{
    private const double Rounding = 1e-9;

    /// <summary>The units of these rows.</summary>
    public static CustomUnits From(IEnumerable<UnitDefinition> rows)
    {
        List<Unit> units = [];
        ImmutableArray<VariableFault>.Builder faults = ImmutableArray.CreateBuilder<VariableFault>();
        foreach (UnitDefinition row in rows)
        {
            if (Read(row, out Unit? unit) is { } fault)
                faults.Add(fault);
            else
                units.Add(unit!);
        }

        return new CustomUnits(UnitTable.Standard.With(units, out _) ?? UnitTable.Standard, faults.ToImmutable());
    }

    // Base units in one: factor of the unit that the dimension names. A standard unit stays what it is: a formula must
    // not mean something else in another lab.
    private static VariableFault? Read(UnitDefinition row, out Unit? unit)
    {
        unit = null;
        UnitOutcome measures = UnitParser.Parse(row.Dimension);
        if (!measures.IsOk)
            return From(row, "dimension", $"'{row.Dimension}' is no unit: {measures.Reason}; "
                + "write the one that the factor counts, such as N or kg*m/s^2");
        if (measures.Unit!.IsAffine)
            return From(row, "dimension", $"{row.Dimension} has a zero of its own; write K");
        Unit made = Unit.Multiple(row.Name, row.Factor, row.Offset, measures.Unit);
        if (UnitTable.Standard.With([made], out string? fault)?.Find(row.Name) is not { } found)
            return fault is null ? From(
                row, "name", $"'{row.Name}' is read as another; write u, deg and ohm for their signs")
                : new VariableFault(row.Title, fault);
        if (UnitTable.Standard.Find(row.Name) is { } standard && !IsSame(standard, found))
            return From(
                row, "name", $"{row.Name} is a standard unit, and would mean something else; choose another name");
        unit = made;
        return null;
    }

    private static VariableFault From(UnitDefinition row, string column, string what) =>
        VariableFault.From(row, new FieldFault(column, what));

    private static bool IsSame(Unit standard, Unit own) =>
        standard.HasSameDimension(own)
        && Math.Abs((own.Factor / standard.Factor) - 1) <= Rounding
        && Math.Abs(own.Offset - standard.Offset) <= Rounding * Math.Max(1, Math.Abs(standard.Offset));
}
