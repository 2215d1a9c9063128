using FuncLibs.Journal.Records;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>What was found in the folder of a journal when it was opened.</summary>
public sealed record RecoveryReport
{
    /// <summary>Whether the folder could be read; when not, the journal begins empty, with a fault.</summary>
    public required FileOutcome Folder { get; init; }

    /// <summary>Segments in use.</summary>
    public required int Segments { get; init; }

    /// <summary>Bytes of their records.</summary>
    public required long Bytes { get; init; }

    /// <summary>
    /// Segments that were read from end to end, because they had no valid index or were the last.
    /// </summary>
    public required int Scanned { get; init; }

    /// <summary>
    /// Broken ranges, torn ends among them. Only segments that were scanned are looked into; `verify` looks into all.
    /// </summary>
    public required IReadOnlyList<DamagedRange> Damaged { get; init; }

    /// <summary>
    /// Segments that were left alone: of another publisher, of a later version, or unreadable. Never cut, never
    /// removed.
    /// </summary>
    public required IReadOnlyList<string> Skipped { get; init; }

    /// <summary>What could not be cut, flushed or indexed, and why: it is read again at the next start.</summary>
    public IReadOnlyList<string> Unrepaired { get; init; } = [];

    /// <summary>What is kept of each epoch and stream, oldest first.</summary>
    public required IReadOnlyList<StreamExtent> Extents { get; init; }

    /// <summary>Newest catalogue revision that the newest records name; 0 when there is none.</summary>
    public required uint NewestRevision { get; init; }

    /// <summary>What the ring of a killed run had, written to segments by now.</summary>
    public RecoveredRing Ring { get; init; }

    /// <summary>Newest epoch of the segments in use; 0 when there is none. The next one must be greater.</summary>
    public ulong NewestEpoch => Math.Max(Ring.Epoch, Extents.Count == 0 ? 0 : Extents.Max(extent => extent.Epoch));

    internal RecoveryReport With(in RecoveredRing ring, SegmentSet segments) => ring.Epoch == 0 ? this : this with
    {
        Ring = ring,
        Segments = segments.All.Length,
        Bytes = segments.TotalBytes,
        Extents = segments.Extents(),
        NewestRevision = Math.Max(NewestRevision, ring.NewestRevision),
    };
}

/// <summary>What a killed run had published and not written, and what became of it.</summary>
/// <param name="Epoch">Its epoch; 0 when there was nothing.</param>
/// <param name="Records">Records that were written to its segments now.</param>
/// <param name="Lost">Records that could not be written: nothing could be recorded.</param>
/// <param name="DamagedBytes">Bytes of the ring that held no whole record.</param>
/// <param name="NewestRevision">Newest catalogue revision that a record names.</param>
public readonly record struct RecoveredRing(
    ulong Epoch, long Records, long Lost, long DamagedBytes, uint NewestRevision);
