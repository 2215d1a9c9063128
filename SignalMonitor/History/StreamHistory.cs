using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.History;

/// <summary>
/// The last stretch of one stream: buckets of every block that was delivered, and before them what the connector told at joining. Both lie
/// on one grid of time, so they are joined where the first bucket begins that this monitor saw whole, and no sample is counted twice.
/// Outside the account. The compute thread adds, the receive thread hands in what was told, any thread reads.
/// </summary>
public sealed class StreamHistory
{
    private StreamBuckets? _own;
    private EarlierHistory? _earlier;

    /// <summary>What the connector told; null before it did.</summary>
    public EarlierHistory? Earlier => Volatile.Read(ref _earlier);

    /// <summary>What was seen; null before the first block.</summary>
    public StreamBuckets? Own => Volatile.Read(ref _own);

    /// <summary>Compute thread: a block that was delivered. Takes memory only for a new description.</summary>
    internal void Add(StreamDescription description, int seconds, CDataBlock block, long acquiredNs)
    {
        StreamBuckets? own = _own;
        if (own is null || !ReferenceEquals(own.Plan.Stream, description))
            own = new StreamBuckets(new BucketPlan(description, seconds));
        own.Add(block, acquiredNs);
        Volatile.Write(ref _own, own);
    }

    /// <summary>Receive thread: what the connector told.</summary>
    internal void Take(EarlierHistory earlier) => Volatile.Write(ref _earlier, earlier);
}
