namespace SignalMonitor.Recorder;

/// <summary>How much of the finished recordings of a rig is kept. Zero = no limit.</summary>
/// <param name="Runs">Recordings at most, the running one and those marked kept among them.</param>
/// <param name="Age">Age since it was closed at which one is removed.</param>
/// <param name="Bytes">Bytes of all of them at most.</param>
/// <param name="FreeBytes">Bytes of the disk below which finished ones make room.</param>
internal sealed record RetentionLimits(int Runs, TimeSpan Age, long Bytes, long FreeBytes)
{
    /// <summary>True when there is any limit.</summary>
    public bool Any => Runs > 0 || Age > TimeSpan.Zero || Bytes > 0 || FreeBytes > 0;
}

/// <summary>What retention did and found. Immutable.</summary>
/// <param name="Recordings">Recordings of the rig at the last look.</param>
/// <param name="Bytes">Their bytes.</param>
/// <param name="Removed">Recordings that this process removed.</param>
/// <param name="RemovedBytes">Their bytes.</param>
/// <param name="Fault">Why a limit does not hold; null when all do.</param>
internal sealed record RetentionStatus(int Recordings, long Bytes, long Removed, long RemovedBytes, string? Fault)
{
    /// <summary>Before the first look.</summary>
    public static RetentionStatus None { get; } = new(0, 0, 0, 0, null);
}
