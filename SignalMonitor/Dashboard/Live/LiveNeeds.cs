using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// What all subscriptions of a stream need together: each signal once, at every width that was requested, and each
/// curve once.
/// </summary>
internal sealed class LiveNeeds
{
    // The one that the compute thread was seen at, and the one that takes its place.
    private const int Taps = 2;

    private readonly Dictionary<string, (LiveColumn Column, HashSet<long> Widths)> _signals = [];
    private readonly Dictionary<(string X, string Y, int PerSecond), (LiveColumn X, LiveColumn Y)> _curves = [];

    /// <summary>Signals by name; without a width where only a curve needs them.</summary>
    public IReadOnlyDictionary<string, (LiveColumn Column, HashSet<long> Widths)> Signals => _signals;

    /// <summary>Curves by what was requested.</summary>
    public IReadOnlyDictionary<(string X, string Y, int PerSecond), (LiveColumn X, LiveColumn Y)> Curves => _curves;

    /// <summary>The columns to copy: channels in the order of the block, so that those with the same times are
    /// together, then calculated channels.</summary>
    public ImmutableArray<LiveColumn> Columns =>
    [
        .. _signals.Values
            .Select(static entry => entry.Column)
            .OrderBy(static column => column.Address is null)
            .ThenBy(static column => column.Address?.Group)
            .ThenBy(static column => column.Address?.Channel)
            .ThenBy(static column => column.Address?.Column)
            .ThenBy(static column => column.Name, StringComparer.Ordinal),
    ];

    /// <summary>Buckets of a signal.</summary>
    public void Add(LiveColumn column, long widthNs) => Find(column).Add(widthNs);

    /// <summary>A curve of two signals.</summary>
    public void Add(LiveColumn x, LiveColumn y, int perSecond)
    {
        Find(x);
        Find(y);
        _curves[(x.Name, y.Name, perSecond)] = (x, y);
    }

    /// <summary>Bytes that all of it takes.</summary>
    public long Bytes(StreamDescription? description) =>
        _signals.Values.Where(
            static entry => entry.Widths.Count > 0).Sum(static entry => LiveSignal.BytesFor(entry.Widths))
        + (_curves.Count * PairFeed.Bytes)
        + (description is null || _signals.Count == 0 ? 0 : Taps * LiveTap.BytesFor(description, Columns));

    private HashSet<long> Find(LiveColumn column)
    {
        if (!_signals.TryGetValue(column.Name, out (LiveColumn Column, HashSet<long> Widths) entry))
            _signals[column.Name] = entry = (column, []);
        return entry.Widths;
    }
}
