namespace HardwareConnector.History;

/// <summary>What the history thread did with the journal's frames. That thread writes, any thread reads.</summary>
public sealed class HistoryCounters
{
    private long _blocks;
    private long _skipped;
    private long _unusable;

    /// <summary>Blocks that are, or were, in a history.</summary>
    public long Blocks => Volatile.Read(ref _blocks);

    /// <summary>Blocks that were passed over because the history fell behind: a gap in plots, nothing else.</summary>
    public long Skipped => Volatile.Read(ref _skipped);

    /// <summary>Blocks that no catalogue describes any more, or that could not be decoded.</summary>
    public long Unusable => Volatile.Read(ref _unusable);

    internal void CountBlock() => Volatile.Write(ref _blocks, _blocks + 1);

    internal void CountSkipped(long blocks) => Volatile.Write(ref _skipped, _skipped + blocks);

    internal void CountUnusable() => Volatile.Write(ref _unusable, _unusable + 1);
}
