using FuncLibs.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>The link to the rig as consumers hear of it. Written by the publish thread, read by any.</summary>
public sealed class LinkReport
{
    private int _state = (int)LinkState.Offline;
    private long _lastAcquired;

    /// <summary>Whether the rig is connected.</summary>
    public LinkState State => (LinkState)Volatile.Read(ref _state);

    /// <summary>Due time of the first sample of the newest block, UTC ns; 0 before the first.</summary>
    public long LastAcquiredNs => Volatile.Read(ref _lastAcquired);

    internal void Become(LinkState state) => Volatile.Write(ref _state, (int)state);

    internal void Acquired(long dueNs) => Volatile.Write(ref _lastAcquired, dueNs);
}
