using FuncLibs.Wire;

namespace FuncLibs.Journal.Segments;

/// <summary>
/// What is known of one segment. The journal thread writes it, any thread reads it: bytes below <see cref="WrittenBytes"/> never change,
/// and what a reader finds there is in the index or behind what the index speaks of.
/// </summary>
internal sealed class Segment(SegmentName name, SegmentIndex index)
{
    private long _writtenBytes;
    private long _newestNs;
    private bool _isClosed;
    private bool _isSuspect;

    /// <summary>Its name.</summary>
    public SegmentName Name => name;

    /// <summary>Where the streams lie.</summary>
    public SegmentIndex Index => index;

    /// <summary>Bytes that hold records; what lies behind is not part of the segment.</summary>
    public long WrittenBytes => Volatile.Read(ref _writtenBytes);

    /// <summary>When its newest record was published; UTC ns.</summary>
    public long NewestNs => Volatile.Read(ref _newestNs);

    /// <summary>True once nothing is added any more.</summary>
    public bool IsClosed => Volatile.Read(ref _isClosed);

    /// <summary>True when a write or fsync failed: its end may be lost.</summary>
    public bool IsSuspect => Volatile.Read(ref _isSuspect);

    /// <summary>
    /// A catalogue at the very beginning of a segment that is not its epoch's first is the copy of one that stands in a segment before:
    /// it makes the segment readable alone, and is neither indexed nor counted.
    /// </summary>
    public static bool IsHeadCopy(SegmentName name, FrameKind kind, long offset) =>
        offset == 0 && name.Number > 1 && kind == FrameKind.Catalogue;

    /// <summary>Writer: records stand up to here.</summary>
    public void Grow(long writtenBytes, long newestNs)
    {
        Volatile.Write(ref _newestNs, Math.Max(_newestNs, newestNs));
        Volatile.Write(ref _writtenBytes, writtenBytes);
    }

    /// <summary>Writer: nothing is added any more.</summary>
    public void Close(bool suspect)
    {
        index.CloseStride(_writtenBytes);
        Volatile.Write(ref _isSuspect, suspect);
        Volatile.Write(ref _isClosed, true);
    }
}
