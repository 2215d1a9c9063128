namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// Whether an export may write more: it ends when it is told to, and leaves a part of the disk to others. It is asked
/// while rows are written, and before each piece that is written after them.
/// </summary>
/// <param name="reservedMegabytes">MB of the disk that stay free; 0 = none.</param>
/// <param name="freeBytes">Bytes that are free on the disk now.</param>
/// <param name="stop">Ends the export.</param>
internal sealed class ExportRoom(int reservedMegabytes, Func<long> freeBytes, CancellationToken stop)
{
    private const long MB = 1_000_000;

    /// <summary>The whole disk, until the export is told to end.</summary>
    public static ExportRoom Whole(CancellationToken stop) => new(0, static () => long.MaxValue, stop);

    /// <summary>Bytes of rows after which it is asked again.</summary>
    public long PieceBytes { get; init; } = 16 * MB;

    /// <summary>Whether the export is to end.</summary>
    public bool IsStopped => stop.IsCancellationRequested;

    /// <summary>Asks for room.</summary>
    /// <param name="bytes">What is written next, at most.</param>
    /// <exception cref="IOException">The disk would have less free than is to stay free.</exception>
    /// <exception cref="OperationCanceledException">The export is to end.</exception>
    public void Demand(long bytes)
    {
        stop.ThrowIfCancellationRequested();
        long free = freeBytes();
        if (free - bytes >= reservedMegabytes * MB)
            return;
        string then = bytes == 0 ? "" : $"and after the next {(bytes + MB - 1) / MB} MB ";
        throw new IOException(
            $"the disk has {free / MB} MB free, {then}fewer than the {reservedMegabytes} MB that exports leave free "
                + "(Exports:ReservedMegabytes); remove files, or choose fewer channels or a shorter window");
    }
}
