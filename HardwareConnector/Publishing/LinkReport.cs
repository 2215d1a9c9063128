using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>The link to one rig. Written by the publish thread, read by any.</summary>
public sealed class LinkReport
{
    private int _state = (int)LinkState.Offline;
    private long _lastAcquired;
    private string? _reason;

    /// <summary>Whether the rig is connected.</summary>
    public LinkState State => (LinkState)Volatile.Read(ref _state);

    /// <summary>Due time of the first sample of the newest block, UTC ns; 0 before the first.</summary>
    public long LastAcquiredNs => Volatile.Read(ref _lastAcquired);

    /// <summary>Why it is so, for people; null when there is nothing to say.</summary>
    public string? Reason => Volatile.Read(ref _reason);

    internal void Set(LinkState state, string? reason)
    {
        Volatile.Write(ref _reason, reason);
        Volatile.Write(ref _state, (int)state);
    }

    internal void Acquired(long dueNs) => Volatile.Write(ref _lastAcquired, dueNs);
}
