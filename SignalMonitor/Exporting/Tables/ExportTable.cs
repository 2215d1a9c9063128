using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Blocks.Catalogue.Names;

namespace SignalMonitor.Exporting.Tables;

/// <summary>Channels that have a sample at the same instants, so that they are the columns of one table.</summary>
/// <param name="RateHz">Samples a second.</param>
/// <param name="Columns">The columns, in the order of the block; at least one.</param>
internal sealed record ExportTable(double RateHz, ImmutableArray<ExportColumn> Columns)
{
    /// <summary>The rate as file names have it: <c>10000hz</c>.</summary>
    public string RateName => string.Create(CultureInfo.InvariantCulture, $"{RateHz:R}hz");

    /// <summary>One table for each rate of the selected channels, the fastest first.</summary>
    /// <param name="signals">The signals of the stream.</param>
    /// <param name="patterns">Names or patterns with commas between them.</param>
    /// <param name="tables">The tables.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Select(StreamSignals signals, string patterns, out ImmutableArray<ExportTable> tables)
    {
        tables = [];
        HashSet<SignalDescription> chosen = [];
        foreach (string pattern in patterns.Split(
            ',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            SignalDescription[] matching = [.. signals.Match(pattern)];
            if (matching.Length == 0)
                return $"the stream has no channel '{pattern}'; it has {NamesOf(signals)}";
            chosen.UnionWith(matching);
        }

        tables =
        [
            .. signals.All
                .Select((signal, index) => (Signal: signal, Column: new ExportColumn(signal.Name, signal.Unit, index)))
                .Where(each => chosen.Contains(each.Signal))
                .GroupBy(each => each.Signal.RateHz, each => each.Column)
                .OrderByDescending(group => group.Key)
                .Select(group => new ExportTable(group.Key, [.. group])),
        ];
        return tables.IsEmpty ? "--channels names none" : null;
    }

    private static string NamesOf(StreamSignals signals)
    {
        const int Shown = 12;
        string names = string.Join(", ", signals.All.Take(Shown).Select(signal => signal.Name));
        return signals.All.Length > Shown ? $"{names} and {signals.All.Length - Shown} more" : names;
    }
}

/// <summary>A channel of an export.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit; empty is dimensionless.</param>
/// <param name="Signal">Its index in <see cref="StreamSignals.All"/>.</param>
internal readonly record struct ExportColumn(string Name, string Unit, int Signal)
{
    /// <summary>Name and unit: <c>servo1.force [kN]</c>.</summary>
    public string Header => Unit.Length == 0 ? Name : $"{Name} [{Unit}]";
}
