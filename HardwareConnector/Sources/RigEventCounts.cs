namespace HardwareConnector.Sources;

/// <summary>
/// Counters of the events of a rig since the start of the process. Written by the source thread, read by any.
/// </summary>
public sealed class RigEventCounts
{
    private long _taken;
    private long _unusable;
    private long _lost;
    private string? _lastFault;

    /// <summary>Events passed on.</summary>
    public long Taken => Volatile.Read(ref _taken);

    /// <summary>Invalid event frames, or of a stream that the rig does not have.</summary>
    public long Unusable => Volatile.Read(ref _unusable);

    /// <summary>Events dropped by the rate limit or a full queue.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>Fault of the last unusable one; null for none.</summary>
    public string? LastFault => Volatile.Read(ref _lastFault);

    internal void CountTaken() => Volatile.Write(ref _taken, _taken + 1);

    internal void CountLost() => Volatile.Write(ref _lost, _lost + 1);

    internal void CountUnusable(string fault)
    {
        Volatile.Write(ref _lastFault, fault);
        Volatile.Write(ref _unusable, _unusable + 1);
    }
}
