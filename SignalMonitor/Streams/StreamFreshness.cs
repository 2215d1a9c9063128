using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Broadcast;

namespace SignalMonitor.Streams;

/// <summary>
/// How far the values of one stream are current: by its own link and newest block where the connector reports them,
/// otherwise by its overall state. The receive thread writes, any thread reads.
/// </summary>
public sealed class StreamFreshness
{
    // The newest block of a stream is at most two blocks old by its first sample, and the third may be late.
    private const double BlocksUntilStale = 3;

    private readonly AcquisitionWatch _watch = new();
    private int _own;
    private bool _isRetired;

    /// <summary>True while its publisher does not announce it, or another publisher is at the address.</summary>
    public bool IsRetired => Volatile.Read(ref _isRetired);

    /// <summary>How trustworthy its values are, given how the connection is.</summary>
    public StaleState In(StaleState connection)
    {
        if (IsRetired)
            return StaleState.Past;
        bool isSilent = connection is StaleState.Unheard or StaleState.ConnectorStale;
        return isSilent || Own is not { } own ? connection : own;
    }

    /// <summary>The connector's state of this stream alone: fresh or rig stale; null when it has none.</summary>
    public StaleState? Own
    {
        get
        {
            if (IsRetired)
                return StaleState.Past;
            return (StaleState)Volatile.Read(ref _own) is var own && own != StaleState.Unheard ? own : null;
        }
    }

    /// <summary>It is announced, or no longer.</summary>
    internal void Retire(bool retired) => Volatile.Write(ref _isRetired, retired);

    /// <summary>Takes a heartbeat.</summary>
    /// <param name="sent">Of this stream; null when it does not name it.</param>
    /// <param name="sentUtcNs">The connector's clock; null when it was stepped.</param>
    /// <param name="stream">What the stream is; null while that is not known. One of few blocks a second has more
    /// time.</param>
    /// <param name="time">This machine's monotonic clock.</param>
    internal void OnHeartbeat(in StreamProgress? sent, long? sentUtcNs, StreamDescription? stream, TimeProvider time)
    {
        StaleState own = StaleState.Unheard;
        if (sent is { Link: not LinkState.Unknown, LastAcquiredNs: { } acquired } progress)
            own = _watch.IsStale(progress.Link, acquired, sentUtcNs, LimitOf(stream), time)
                ? StaleState.RigStale
                : StaleState.Fresh;
        Volatile.Write(ref _own, (int)own);
    }

    private static TimeSpan LimitOf(StreamDescription? stream)
    {
        double seconds = stream is null ? 0 : BlocksUntilStale / stream.BlocksPerSecond;
        return seconds > Staleness.DefaultLimit.TotalSeconds ? TimeSpan.FromSeconds(seconds) : Staleness.DefaultLimit;
    }
}
