namespace Simulator.Serving;

/// <summary>What the link did since start. Written by the threads named, read by any.</summary>
public sealed class LinkCounters
{
    private long _sent;
    private long _dropped;
    private long _eventsDropped;
    private long _accepted;
    private long _refused;

    /// <summary>Blocks given to a client's queue in time. Block thread.</summary>
    public long Sent => Volatile.Read(ref _sent);

    /// <summary>Blocks that a client's full queue refused. Block thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>Events that a client's full queue refused. Block thread.</summary>
    public long EventsDropped => Volatile.Read(ref _eventsDropped);

    /// <summary>Clients that were served. Peer threads.</summary>
    public long Accepted => Volatile.Read(ref _accepted);

    /// <summary>Connections that never became a client. Peer threads and accept thread.</summary>
    public long Refused => Volatile.Read(ref _refused);

    internal void CountSent() => Volatile.Write(ref _sent, _sent + 1);

    internal void CountDropped() => Volatile.Write(ref _dropped, _dropped + 1);

    internal void CountEventDropped() => Volatile.Write(ref _eventsDropped, _eventsDropped + 1);

    internal void CountAccepted() => Interlocked.Increment(ref _accepted);

    internal void CountRefused() => Interlocked.Increment(ref _refused);
}
