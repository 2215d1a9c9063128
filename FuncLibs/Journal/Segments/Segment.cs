using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Segments;

/// <summary>
/// What is known of one segment. The journal thread writes it, any thread reads it: bytes below
/// <see cref="WrittenBytes"/> never change, and what a reader finds there is in the index or after what the index
/// speaks of. Once closed it keeps one entry for each stream; the whole index is read from its file when a position is
/// looked up.
/// </summary>
internal sealed class Segment(SegmentName name, SegmentIndex index)
{
    private long _writtenBytes;
    private long _newestNs;
    private bool _isClosed;
    private bool _isSuspect;
    private SegmentIndex? _index = index;
    private IndexEntry[] _streams = [];
    private bool _isUnread;

    /// <summary>Its name.</summary>
    public SegmentName Name => name;

    /// <summary>Where the streams are; null once that is in its file alone.</summary>
    public SegmentIndex? Index => Volatile.Read(ref _index);

    /// <summary>
    /// First, last and count of each stream; while the segment is open, of each stream and stride that is complete.
    /// </summary>
    public ReadOnlySpan<IndexEntry> Streams => IsClosed ? _streams : Index!.Entries;

    /// <summary>Bytes that hold records; what is after is not part of the segment.</summary>
    public long WrittenBytes => Volatile.Read(ref _writtenBytes);

    /// <summary>When its newest record was published; UTC ns.</summary>
    public long NewestNs => Volatile.Read(ref _newestNs);

    /// <summary>True once nothing is added any more.</summary>
    public bool IsClosed => Volatile.Read(ref _isClosed);

    /// <summary>True when a write or fsync failed: its end may be lost.</summary>
    public bool IsSuspect => Volatile.Read(ref _isSuspect);

    /// <summary>
    /// True when the disk refused a part of it at the start: its index ends there, and it is not removed.
    /// </summary>
    public bool IsUnread => Volatile.Read(ref _isUnread);

    /// <summary>A segment of which nothing could be read.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="length">Bytes of the file.</param>
    public static Segment Unread(SegmentName name, long length)
    {
        var segment = new Segment(name, new SegmentIndex());
        segment.Grow(length, 0);
        segment.CloseUnread(0);
        return segment;
    }

    /// <summary>
    /// A catalogue at the very beginning of a segment that is not its epoch's first is the copy of one that is in a
    /// segment before: it makes the segment readable alone, and is neither indexed nor counted.
    /// </summary>
    public static bool IsHeadCopy(SegmentName name, FrameKind kind, long offset) =>
        offset == 0 && name.Number > 1 && kind == FrameKind.Catalogue;

    /// <summary>
    /// False when no record of the stream with this sequence or a later one is in it; an open segment may get one.
    /// </summary>
    public bool MayHold(uint stream, ulong sequence) =>
        !IsClosed || IsUnread || (Find(stream) is { } entry && entry.Last >= sequence);

    /// <summary>Whether it has, or may get, a record of the stream.</summary>
    public bool MayHold(uint stream) => !IsClosed || IsUnread || Find(stream) is not null;

    /// <summary>First sequence of a stream that is known to be in a closed segment; 0 when none is.</summary>
    public ulong FirstOf(uint stream) => IsClosed && Find(stream) is { } entry ? entry.First : 0;

    /// <summary>
    /// Any thread: where to begin to scan for the first record of the stream that has this sequence or a later one.
    /// Reads the index file of a closed segment; without one, the beginning.
    /// </summary>
    public long Seek(IDiskFiles files, uint stream, ulong sequence) => Load(files)?.Seek(stream, sequence) ?? 0;

    /// <summary>The whole index, read from its file where it is not in memory; null when it cannot be read.</summary>
    public SegmentIndex? Load(IDiskFiles files) => Index ?? IndexFile.TryRead(files, name)?.Index;

    /// <summary>The index is in its file: it need not be in memory any more.</summary>
    public void DropIndex() => Volatile.Write(ref _index, null);

    /// <summary>Writer: records end here.</summary>
    public void Grow(long writtenBytes, long newestNs)
    {
        Volatile.Write(ref _newestNs, Math.Max(_newestNs, newestNs));
        Volatile.Write(ref _writtenBytes, writtenBytes);
    }

    /// <summary>
    /// Nothing is added any more, and what is after <paramref name="indexedBytes"/> is not indexed.
    /// </summary>
    public void CloseUnread(long indexedBytes)
    {
        _index!.CloseStride(indexedBytes);
        _streams = _index.ByStream();
        Volatile.Write(ref _isUnread, true);
        Volatile.Write(ref _isClosed, true);
    }

    /// <summary>Writer: nothing is added any more.</summary>
    public void Close(bool suspect)
    {
        _index!.CloseStride(_writtenBytes);
        _streams = _index.ByStream();
        Volatile.Write(ref _isSuspect, suspect);
        Volatile.Write(ref _isClosed, true);
    }

    private IndexEntry? Find(uint stream)
    {
        foreach (ref readonly IndexEntry entry in _streams.AsSpan())
        {
            if (entry.Stream == stream)
                return entry;
        }

        return null;
    }
}
