namespace HardwareConnector.Sources.Recordings;

/// <summary>How far a replay is. Written by its source thread, read by any.</summary>
public sealed class ReplayProgress
{
    /// <summary>A block is late when it is handed over this much after it was due again, in ns:
    /// what follows was held up, nothing was dropped.</summary>
    public const long LateAfterNs = 1_000_000;

    private long _recordedNs;
    private long _late;
    private long _unusable;
    private long _passes;

    /// <summary>When the newest block was acquired as it was recorded; UTC ns, 0 before the first.</summary>
    public long RecordedNs => Volatile.Read(ref _recordedNs);

    /// <summary>Blocks that publisher, journal or this thread held up by more than <see cref="LateAfterNs"/>; 0 at speed max.</summary>
    public long Late => Volatile.Read(ref _late);

    /// <summary>Recorded blocks that could not be decoded or described; they were declared as gaps.</summary>
    public long Unusable => Volatile.Read(ref _unusable);

    /// <summary>How often the end was reached.</summary>
    public long Passes => Volatile.Read(ref _passes);

    internal void Took(long recordedNs, bool late)
    {
        Volatile.Write(ref _recordedNs, recordedNs);
        if (late)
            Volatile.Write(ref _late, _late + 1);
    }

    internal void CountUnusable() => Volatile.Write(ref _unusable, _unusable + 1);

    internal void CountPass() => Volatile.Write(ref _passes, _passes + 1);
}
