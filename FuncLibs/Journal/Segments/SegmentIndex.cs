namespace FuncLibs.Journal.Segments;

/// <summary>
/// Where the streams are in a segment: one entry for each stream and stride of 1 MiB. One thread writes (the journal
/// thread, or the one that rebuilds it), any thread reads without a lock.
/// </summary>
/// <remarks>
/// Entries never change once they are counted. Memory order: the writer stores entries, then their count, then the
/// offset up to which they speak (release each); a reader loads offset, then count, then the array (acquire). So it may
/// know more entries than the offset promises, never fewer.
/// </remarks>
internal sealed class SegmentIndex
{
    /// <summary>Bytes of a stride: what a reader scans at most before it meets what it looks for.</summary>
    public const int StrideBytes = 1 << 20;

    private const int FirstCapacity = 64;

    private IndexEntry[] _entries = new IndexEntry[FirstCapacity];
    private int _count;
    private long _indexedBytes;

    // The writer's own: what the stride that is still open holds.
    private readonly List<IndexEntry> _open = new(FirstCapacity);
    private long _strideBegin;

    /// <summary>The closed entries; a snapshot.</summary>
    public ReadOnlySpan<IndexEntry> Entries
    {
        get
        {
            int count = Volatile.Read(ref _count);
            return Volatile.Read(ref _entries).AsSpan(0, count);
        }
    }

    /// <summary>The entries of a file, complete up to <paramref name="indexedBytes"/>.</summary>
    public static SegmentIndex Create(IndexEntry[] entries, long indexedBytes) =>
        new() { _entries = entries, _count = entries.Length, _indexedBytes = indexedBytes };

    /// <summary>Writer: a record is at <paramref name="offset"/>; offsets grow.</summary>
    public void Add(uint stream, ulong sequence, long offset)
    {
        if (offset - _strideBegin >= StrideBytes)
            CloseStride(offset);
        for (int i = 0; i < _open.Count; i++)
        {
            IndexEntry entry = _open[i];
            if (entry.Stream != stream)
                continue;
            if (sequence > entry.Last)
                _open[i] = entry with { Last = sequence, Count = entry.Count + 1 };
            return;
        }

        _open.Add(new IndexEntry(stream, 1, sequence, sequence, offset));
    }

    /// <summary>Writer: nothing more comes before <paramref name="offset"/>.</summary>
    public void CloseStride(long offset)
    {
        int count = _count;
        if (count + _open.Count > _entries.Length)
        {
            var larger = new IndexEntry[Math.Max(2 * _entries.Length, count + _open.Count)];
            _entries.AsSpan(0, count).CopyTo(larger);
            Volatile.Write(ref _entries, larger);
        }

        _open.CopyTo(_entries, count);
        Volatile.Write(ref _count, count + _open.Count);
        Volatile.Write(ref _indexedBytes, offset);
        _strideBegin = offset;
        _open.Clear();
    }

    /// <summary>One entry for each stream: where its first record begins, first, last and count.</summary>
    public IndexEntry[] ByStream()
    {
        List<IndexEntry> streams = [];
        foreach (ref readonly IndexEntry entry in Entries)
        {
            uint stream = entry.Stream;
            int at = streams.FindIndex(known => known.Stream == stream);
            if (at < 0)
                streams.Add(entry);
            else
                streams[at] = streams[at] with
                {
                    Count = streams[at].Count + entry.Count,
                    First = Math.Min(streams[at].First, entry.First),
                    Last = Math.Max(streams[at].Last, entry.Last),
                };
        }

        return [.. streams];
    }

    /// <summary>
    /// Any thread: where to begin to scan for the first record of the stream that has this sequence or a later one.
    /// </summary>
    public long Seek(uint stream, ulong sequence)
    {
        long indexed = Volatile.Read(ref _indexedBytes);
        foreach (ref readonly IndexEntry entry in Entries)
        {
            if (entry.Stream == stream && entry.Last >= sequence)
                return entry.Offset;
        }

        return indexed;
    }
}

/// <summary>The records of one stream in one stride (1 MiB) of a segment.</summary>
/// <param name="Stream">The stream.</param>
/// <param name="Count">How many; fewer than the span of sequences when some are missing.</param>
/// <param name="First">First sequence.</param>
/// <param name="Last">Last sequence.</param>
/// <param name="Offset">Where the first of them begins.</param>
public readonly record struct IndexEntry(uint Stream, uint Count, ulong First, ulong Last, long Offset);
