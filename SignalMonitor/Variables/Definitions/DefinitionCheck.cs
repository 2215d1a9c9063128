using FuncLibs.Signals.Limits;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// What can be checked of a set without compiling it: every row by its own rules, no name twice among variables and
/// aliases, limits on something that exists.
/// </summary>
public sealed class DefinitionCheck : IVariableCheck
{
    /// <inheritdoc/>
    public IReadOnlyList<VariableFault> Check(VariableSet set) =>
        [
            .. DefinitionTables.All.SelectMany(table => table.Rows(set)).SelectMany(RowFaults),
            .. NamesTwice(set), .. LimitsOnNothing(set), .. TooManyLimits(set), .. OfBreaks(set),
        ];

    private static IEnumerable<VariableFault> RowFaults(Definition row) =>
        row.Faults().Select(fault => VariableFault.From(row, fault));

    private static IEnumerable<VariableFault> NamesTwice(VariableSet set)
    {
        HashSet<string> variables = [.. set.Variables.Select(variable => variable.Name)];
        return set.Aliases
            .Where(alias => variables.Contains(alias.Alias))
            .Select(
                alias => new VariableFault(
                    alias.Title, "a variable has this name; rename one of them")
                { Field = "alias" });
    }

    private static IEnumerable<VariableFault> TooManyLimits(VariableSet set)
    {
        if (set.EnabledLimits.Count() is var count and > LimitFaults.MaxLimits)
        {
            yield return new VariableFault(
                $"limits of {set.Station}",
                $"{count} are enabled, more than the {LimitFaults.MaxLimits} that are watched; disable or remove some");
        }
    }

    // Names of files do not differ by case everywhere.
    private static IEnumerable<VariableFault> OfBreaks(VariableSet set)
    {
        foreach (IGrouping<string, StoredBreakTrigger> same in set.Breaks.GroupBy(
            trigger => trigger.Name, StringComparer.OrdinalIgnoreCase))
        {
            if (same.Count() > 1)
                yield return VariableFault.From(
                    same.Last(),
                    new FieldFault("name", $"{same.First().Name} has this name but for its case; choose another"));
        }

        if (set.EnabledBreaks.Count() is var count and > BreakOptions.MaxBreaks)
        {
            yield return new VariableFault(
                $"break triggers of {set.Station}",
                $"{count} are enabled, at most {BreakOptions.MaxBreaks}; disable or remove some");
        }
    }

    // A name with a point, or one that a variable may not have, is a channel: whether it exists is in the catalogue.
    private static IEnumerable<VariableFault> LimitsOnNothing(VariableSet set)
    {
        HashSet<string> known =
        [
            .. set.Variables.Select(variable => variable.Name), .. set.Aliases.Select(alias => alias.Alias),
        ];
        return set.Limits
            .Where(limit => !known.Contains(limit.Variable) && FieldRules.Name("variable", limit.Variable) is null)
            .Select(limit => OnNothing(limit, set.Station));
    }

    private static VariableFault OnNothing(StoredLimit limit, string station) =>
        new(
            limit.Title,
            $"there is no variable {limit.Variable} in {station}; add it, or remove the limit")
        { Field = "variable" };
}
