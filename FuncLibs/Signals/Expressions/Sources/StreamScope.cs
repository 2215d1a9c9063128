using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>
/// The names of a stream: its channels as the catalogue has them, aliases of channels, and the constants of the test run. Column n is the
/// n-th signal of the catalogue, which is how <see cref="BlockColumns"/> finds it.
/// </summary>
public sealed class StreamScope : ISignalScope
{
    private readonly Dictionary<string, ScopeEntry> _entries = new(StringComparer.Ordinal);

    /// <summary>Names a stream's signals.</summary>
    /// <param name="signals">The stream's signals.</param>
    /// <param name="run">The test run.</param>
    /// <param name="aliases">Other names of channels; one whose channel the stream does not have is left out.</param>
    /// <param name="units">Units of the lab; null the standard ones.</param>
    public StreamScope(
        StreamSignals signals, RunConstants run, IReadOnlyDictionary<string, string>? aliases = null, UnitTable? units = null)
    {
        Units = units ?? UnitTable.Standard;
        Run = run.Identity;
        for (int column = 0; column < signals.All.Length; column++)
            _entries.Add(signals.All[column].Name, EntryOf(signals.All[column], column));
        foreach ((string alias, string channel) in aliases ?? new Dictionary<string, string>())
        {
            if (_entries.GetValueOrDefault(channel) is ColumnEntry entry)
                _entries.TryAdd(alias, entry.Channel.Length == 0 ? entry with { Channel = channel } : entry);
        }

        _entries["run.l0"] = new ConstantEntry(run.GaugeLengthMm, "mm");
        _entries["run.s0"] = new ConstantEntry(run.AreaMm2, "mm^2");
    }

    /// <inheritdoc/>
    public UnitTable Units { get; }

    /// <inheritdoc/>
    public string Run { get; }

    /// <inheritdoc/>
    public IEnumerable<string> Names => _entries.Keys;

    /// <inheritdoc/>
    public ScopeEntry? Find(string name) => _entries.GetValueOrDefault(name);

    // A line that is on or off is at an end of its range all the time: it has none.
    private static ColumnEntry EntryOf(SignalDescription signal, int column) => signal.Address.IsBit
        ? new ColumnEntry(column, signal.Unit, signal.RateHz, signal.Points)
        : new ColumnEntry(column, signal.Unit, signal.RateHz, signal.Points, signal.Min, signal.Max);
}
