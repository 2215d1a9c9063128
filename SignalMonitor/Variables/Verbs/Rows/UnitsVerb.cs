using FuncLibs.Signals.Expressions.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs.Rows;

/// <summary>
/// The verb `units list|set|remove`. Units are those of all stations, and so are the variables that use one: those of every station are
/// looked up.
/// </summary>
internal sealed class UnitsVerb() : RowVerb<UnitsVerbOptions>("units", DefinitionTables.Units)
{
    private const int MostNames = 10;

    /// <inheritdoc/>
    protected override IReadOnlyList<Definition> Rows(VariableSet set) => set.Units;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((UnitDefinition)row).Name;

    /// <inheritdoc/>
    protected override string? FaultOf(VerbSession session, UnitsVerbOptions options, VariableSet set, Definition? there)
    {
        bool isSet = options.Action == RowAction.Set;
        if (isSet && there is null && (options.Dimension is null || options.Factor is null))
            return $"a new unit needs --Dimension and --Factor: units set {options.Name} --Dimension N --Factor 4448.2216152605";
        if (there is null || (isSet && (options.UsedToo || DefinitionTables.Units.SameContent(there, With("", options, there)))))
            return null;
        if (!session.Repository.VariablesNaming(options.Name!).Has(out IReadOnlyList<Definitions.SignalVariable>? naming, out DatabaseFault? fault))
            return fault.Text;
        string[] users =
        [
            .. naming.Where(v => UnitUse.Of(v.Expression, v.Unit).Contains(options.Name!)).Select(v => $"{v.Name} of {v.Station}"),
            .. set.Limits.Where(limit => UnitUse.Of("", limit.Unit).Contains(options.Name!)).Select(limit => limit.Title),
        ];
        if (users.Length == 0)
            return null;
        string names = string.Join(", ", users.Take(MostNames)) + (users.Length > MostNames ? $" and {users.Length - MostNames} more" : "");
        return isSet
            ? $"unit {options.Name}: variables use it, and their values would change: {names}; "
                + "--UsedToo true does it all the same"
            : $"unit {options.Name}: variables use it: {names}; change them first";
    }

    /// <inheritdoc/>
    protected override Definition With(string station, UnitsVerbOptions options, Definition? there)
    {
        UnitDefinition before = there as UnitDefinition ?? new UnitDefinition { Name = options.Name!, Dimension = "", Factor = 1 };
        return before with
        {
            Dimension = options.Dimension ?? before.Dimension,
            Factor = options.Factor ?? before.Factor,
            Offset = options.Offset ?? before.Offset,
        };
    }

    /// <inheritdoc/>
    protected override void Print(TextWriter output, VariableSet set) => DefinitionText.Units(output, set);
}
