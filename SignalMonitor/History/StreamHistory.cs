using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.History;

/// <summary>
/// The last stretch of one stream: buckets of every block that was delivered, and before them what the connector sent
/// at joining. Both are on one grid of time, so they are joined where the first bucket begins that this monitor saw
/// whole, and no sample is counted twice. Outside the account. The compute thread adds, the receive thread hands in
/// what was sent, any thread reads.
/// </summary>
public sealed class StreamHistory
{
    private StreamBuckets? _own;
    private EarlierHistory? _earlier;
    private CalculatedHistory? _calculated;

    /// <summary>What the connector sent; null before it did.</summary>
    public EarlierHistory? Earlier => Volatile.Read(ref _earlier);

    /// <summary>What was seen; null before the first block.</summary>
    public StreamBuckets? Own => Volatile.Read(ref _own);

    /// <summary>What calculated channels did; null while there are none.</summary>
    internal CalculatedHistory? Calculated => Volatile.Read(ref _calculated);

    /// <summary>Compute thread: a block that was delivered. Allocates only for a new description or plan.</summary>
    /// <param name="description">What the stream is.</param>
    /// <param name="seconds">How long a stretch is kept.</param>
    /// <param name="block">The block.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    /// <param name="plan">Calculated channels, which have just run over it; null none.</param>
    internal void Add(
        StreamDescription description, int seconds, CDataBlock block, long acquiredNs, VariablePlan? plan = null)
    {
        StreamBuckets? own = _own;
        if (own is null || !ReferenceEquals(own.Plan.Stream, description))
            own = new StreamBuckets(new BucketPlan(description, seconds));
        own.Add(block, acquiredNs);
        Volatile.Write(ref _own, own);
        if (plan is null || !ReferenceEquals(plan.Stream, description))
            return;
        if (_calculated is null || !ReferenceEquals(_calculated.Plan, plan))
            Volatile.Write(ref _calculated, new CalculatedHistory(plan, own.Plan, seconds, _calculated));
        _calculated!.Add(block, acquiredNs);
    }

    /// <summary>Receive thread: what the connector sent.</summary>
    internal void Append(EarlierHistory earlier) => Volatile.Write(ref _earlier, earlier);
}
