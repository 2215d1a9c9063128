using System.Collections.Immutable;
using System.IO.Enumeration;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Exporting.Tables;

/// <summary>
/// The columns that <c>--channels</c> selects: channels of the stream, and the calculated channels of a recording. A
/// column of qualities is taken only by a pattern that ends with <see cref="ExportColumn.QualityEnding"/>.
/// </summary>
/// <param name="signals">The channels of the stream.</param>
/// <param name="plan">What is calculated; null nothing.</param>
internal sealed class ExportSelection(StreamSignals signals, VariablePlan? plan)
{
    private const int NamesShown = 12;
    private static readonly string[] TimeColumns = ["time", "time_ns", "seconds"];
    private readonly HashSet<string> _silent = [];

    /// <summary>Calculated channels that a pattern selects and that do not run, a line each.</summary>
    public ImmutableArray<string> Notes { get; private set; } = [];

    /// <summary>One table for each rate of the selected channels, the fastest first.</summary>
    /// <param name="patterns">Names or patterns with commas between them.</param>
    /// <param name="tables">The tables.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Select(string patterns, out ImmutableArray<ExportTable> tables)
    {
        tables = [];
        (double RateHz, ExportColumn Column)[] all = [.. Measured(), .. Calculated()];
        HashSet<string> chosen = new(StringComparer.Ordinal);
        foreach (string pattern in patterns.Split(
            ',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            int before = _silent.Count;
            string[] matching = [.. all.Where(each => IsMatch(pattern, each.Column)).Select(each => each.Column.Name)];
            foreach (RunningVariable variable in Variables().Where(each => IsMatch(pattern, each.Name)))
            {
                if (FindFault(variable, pattern == variable.Name) is { } fault)
                    _silent.Add(fault);
            }

            if (matching.Length == 0)
                return _silent.Count > before ? string.Join("; ", _silent.Skip(before)) : NoChannel(pattern);
            chosen.UnionWith(matching);
        }

        Notes = [.. _silent];
        tables =
        [
            .. all.Where(each => chosen.Contains(each.Column.Name))
                .GroupBy(each => each.RateHz, each => each.Column)
                .OrderByDescending(group => group.Key)
                .Select(group => new ExportTable(group.Key, [.. group])),
        ];
        if (tables.IsEmpty)
            return "--channels names none";
        return Array.Find(TimeColumns, chosen.Contains) is { } taken
            ? $"a channel '{taken}' would have the name of a column of time; give the calculated channel another name"
            : null;
    }

    /// <summary>Whether any of the patterns selects a calculated channel of this name, or its qualities.</summary>
    public static bool IsAny(string patterns, string name) => patterns
        .Split(',', StringSplitOptions.TrimEntries)
        .Any(pattern => IsMatch(pattern, name)
            || IsMatch(pattern, new ExportColumn(name + ExportColumn.QualityEnding, "", 0, ColumnKind.Quality)));

    private IEnumerable<(double RateHz, ExportColumn Column)> Measured() =>
        signals.All.Select((signal, index) => (signal.RateHz, new ExportColumn(signal.Name, signal.Unit, index)));

    private IEnumerable<(double RateHz, ExportColumn Column)> Calculated()
    {
        foreach (RunningVariable variable in Variables().Where(each => each.IsRunning && each.RateHz > 0))
        {
            yield return (
                variable.RateHz,
                new ExportColumn(variable.Name, variable.Unit, variable.Place, ColumnKind.Calculated)
                {
                    Description = variable.Definition.Expression,
                });
            string quality = variable.Name + ExportColumn.QualityEnding;
            yield return (
                variable.RateHz,
                new ExportColumn(quality, "", variable.Place, ColumnKind.Quality)
                {
                    Description = "0 good, 1 uncertain, 2 saturated, 3 stale, 4 invalid",
                });
        }
    }

    // A name that a channel has is the channel's, as in formulas.
    private IEnumerable<RunningVariable> Variables() =>
        plan is null ? [] : plan.Variables.Where(variable => signals.Find(variable.Name) is null);

    private static string? FindFault(RunningVariable variable, bool isNamed)
    {
        if (!variable.IsRunning)
            return $"{variable.Name} is not calculated: {variable.Fault}";
        return isNamed && variable.Kind != SignalKind.Column
            ? $"{variable.Name} is no channel but a {Enum.GetName(variable.Kind)!.ToLowerInvariant()}; eval computes it"
            : null;
    }

    private static bool IsMatch(string pattern, in ExportColumn column) =>
        (column.Kind != ColumnKind.Quality || pattern.EndsWith(ExportColumn.QualityEnding, StringComparison.Ordinal))
        && IsMatch(pattern, column.Name);

    private static bool IsMatch(string pattern, string name) =>
        FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: false);

    private string NoChannel(string pattern)
    {
        string[] all = [.. signals.All.Select(signal => signal.Name)];
        pattern = $"'{pattern}'{Suggestion.For(pattern, [.. all, .. Variables().Select(each => each.Name)])}";
        string names = string.Join(", ", all.Take(NamesShown));
        string more = all.Length > NamesShown ? $" and {all.Length - NamesShown} more" : "";
        RunningVariable[] calculated = [.. Variables()];
        if (plan is null)
            return $"the stream has no channel {pattern}; it has {names}{more}. "
                + "Calculated channels are in recordings of test runs only";
        string own = calculated.Length == 0 ? "none" : string.Join(", ", calculated.Select(each => each.Name));
        return $"the stream has no channel {pattern}; it has {names}{more}. Calculated channels: {own}";
    }
}
