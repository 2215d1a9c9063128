using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>
/// The names of a stream: its channels as the catalogue has them, aliases of channels, and the constants of the test
/// run. Column n is the n-th signal of the catalogue, which is how <see cref="BlockColumns"/> finds it.
/// </summary>
public sealed class StreamScope : ISignalScope
{
    private readonly Dictionary<string, ScopeEntry> _entries = new(StringComparer.Ordinal);

    /// <summary>Names a stream's signals.</summary>
    /// <param name="signals">The stream's signals.</param>
    /// <param name="run">The test run.</param>
    /// <param name="aliases">Other names of channels; one whose channel the stream does not have is left out.</param>
    /// <param name="units">Custom units; null the standard ones.</param>
    public StreamScope(
        StreamSignals signals,
        RunConstants run,
        IReadOnlyDictionary<string, string>? aliases = null,
        UnitTable? units = null)
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

/// <summary>
/// What expressions have of the newest test run, also after its stop: <c>run.l0</c> and <c>run.s0</c>. A new run means
/// a new program.
/// </summary>
/// <param name="GaugeLengthMm">Original gauge length L0 in mm; NaN before the first run, or when it was not
/// given.</param>
/// <param name="AreaMm2">Original area S0 in mm2; NaN before the first run, or when it was not given.</param>
public readonly record struct RunConstants(double GaugeLengthMm, double AreaMm2)
{
    private readonly string? _identity;

    /// <summary>Text that names the newest test run, also when it was stopped; empty before the first.</summary>
    public string Identity { get => _identity ?? ""; init => _identity = value; }

    /// <summary>No test run: what needs one has no values.</summary>
    public static RunConstants None => new(double.NaN, double.NaN);
}
