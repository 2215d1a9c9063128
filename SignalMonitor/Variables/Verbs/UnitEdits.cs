using System.ComponentModel;
using FuncLibs.Signals.Expressions.Compilation;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// Edits of the lab's units. Those are of all stations, and so are the variables that use one: those of every station
/// are looked up.
/// </summary>
internal sealed class UnitEdits() : RowEdits<UnitsVerbOptions>("units", DefinitionTables.Units)
{
    private const int MostNames = 10;

    /// <inheritdoc/>
    public override IReadOnlyList<Definition> Rows(VariableSet set) => set.Units;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((UnitDefinition)row).Name;

    /// <inheritdoc/>
    protected override string? FaultOf(
        EditSession session, UnitsVerbOptions words, bool isPut, VariableSet set, Definition? there)
    {
        if (isPut && there is null && (words.Dimension is null || words.Factor is null))
            return $"a new unit needs --Dimension and --Factor: units set {words.Name} --Dimension N --Factor "
                + $"4448.2216152605";
        if (there is null
            || (isPut && (words.UsedToo || DefinitionTables.Units.SameContent(there, With("", words, there)))))
            return null;
        if (!session.Repository.VariablesNaming(words.Name!).Has(
            out IReadOnlyList<Definitions.SignalVariable>? naming, out DatabaseFault? fault))
            return fault.Text;
        string[] users =
        [
            .. naming
                .Where(v => UnitUse.UnitsIn(v.Expression, v.Unit).Contains(words.Name!))
                .Select(v => $"{v.Name} of {v.Station}"),
            .. set.Limits
                .Where(limit => UnitUse.UnitsIn("", limit.Unit).Contains(words.Name!))
                .Select(limit => limit.Title),
        ];
        if (users.Length == 0)
            return null;
        string names = string.Join(", ", users.Take(MostNames))
            + (users.Length > MostNames ? $" and {users.Length - MostNames} more" : "");
        return isPut
            ? $"unit {words.Name}: variables use it, and their values would change: {names}; "
                + "--UsedToo true does it all the same"
            : $"unit {words.Name}: variables use it: {names}; change them first";
    }

    /// <inheritdoc/>
    protected override Definition With(string station, UnitsVerbOptions words, Definition? there)
    {
        UnitDefinition before =
            there as UnitDefinition ?? new UnitDefinition { Name = words.Name!, Dimension = "", Factor = 1 };
        return before with
        {
            Dimension = words.Dimension ?? before.Dimension,
            Factor = words.Factor ?? before.Factor,
            Offset = words.Offset ?? before.Offset,
        };
    }
}

/// <summary>Options of the verb `units`.</summary>
public sealed class UnitsVerbOptions : RowVerbOptions
{
    /// <summary>The unit that the factor counts.</summary>
    [Description("set: the unit that the factor counts, e.g. N or kg*m/s^2; empty for a plain number")]
    public string? Dimension { get; set; }

    /// <summary>How many of it are one.</summary>
    [Description("set: how many of that unit one is; above 0")]
    public double? Factor { get; set; }

    /// <summary>Its zero.</summary>
    [Description("set: its zero, in that unit")]
    public double? Offset { get; set; }

    /// <summary>Change a unit that variables use.</summary>
    [Description("set: also when variables use the unit, whose values change then")]
    public bool UsedToo { get; set; }
}
