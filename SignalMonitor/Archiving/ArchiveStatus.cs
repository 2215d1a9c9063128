namespace SignalMonitor.Archiving;

/// <summary>What the archive of a monitor does. Immutable.</summary>
/// <param name="Archived">Recordings that this process archived.</param>
/// <param name="Bytes">Bytes of their files.</param>
/// <param name="Waiting">Finished recordings that are not archived yet.</param>
/// <param name="Failures">Attempts in a row that failed because of the folder or the catalogue.</param>
/// <param name="Fault">Why recordings are not archived; null = they are.</param>
internal sealed record ArchiveStatus(long Archived, long Bytes, int Waiting, int Failures, string? Fault)
{
    /// <summary>Before the first look.</summary>
    public static ArchiveStatus None { get; } = new(0, 0, 0, 0, null);
}
