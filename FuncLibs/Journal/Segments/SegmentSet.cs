using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Segments;

/// <summary>
/// The segments of a journal, oldest first: an immutable array, swapped whole. The journal thread changes it, any
/// thread reads it.
/// </summary>
internal sealed class SegmentSet
{
    private Segment[] _all;

    public SegmentSet(IEnumerable<Segment> segments) => _all = [.. segments.OrderBy(segment => segment.Name)];

    /// <summary>All segments at this moment.</summary>
    public ReadOnlySpan<Segment> All => Volatile.Read(ref _all);

    /// <summary>Bytes of all of them.</summary>
    public long TotalBytes
    {
        get
        {
            long total = 0;
            foreach (Segment segment in All)
                total += segment.WrittenBytes;
            return total;
        }
    }

    /// <summary>Whether one is still kept.</summary>
    public bool Contains(Segment segment) => All.IndexOf(segment) >= 0;

    /// <summary>Adds one at its place by name: what a ring gives back may be of an epoch before the newest.</summary>
    public void Add(Segment segment)
    {
        int at = IndexAfter(_all, segment.Name);
        Volatile.Write(ref _all, [.. _all[..at], segment, .. _all[at..]]);
    }

    /// <summary>Removes one.</summary>
    public void Remove(Segment segment) => Volatile.Write(ref _all, [.. _all.Where(other => other != segment)]);

    /// <summary>
    /// The first segment of an epoch after <paramref name="number"/> that may hold a record of the stream with this
    /// sequence or a later one; null when none does. By halving: the sequences of a stream grow from segment to
    /// segment.
    /// </summary>
    public Segment? FirstWith(ulong epoch, uint number, uint stream, ulong sequence)
    {
        ReadOnlySpan<Segment> all = All;
        int end = IndexAfter(all, new SegmentName(epoch, uint.MaxValue));
        (int low, int high) = (IndexAfter(all, new SegmentName(epoch, number)), end);
        while (low < high)
        {
            int middle = low + ((high - low) / 2);
            int at = middle;
            while (at < high && (all[at].IsUnread || !all[at].MayHold(stream)))
                at++;
            if (at == high || all[at].MayHold(stream, sequence))
                high = middle;
            else
                low = at + 1;
        }

        while (low < end && !all[low].MayHold(stream, sequence))
            low++;

        // What could not be read in front of it may have the sequence, unless it is known to be in here.
        int begin = IndexAfter(all, new SegmentName(epoch, number));
        bool isHere = low < end && all[low].FirstOf(stream) is > 0 and var first && first <= sequence;
        while (!isHere && low > begin && all[low - 1].IsUnread)
            low--;
        return low < end ? all[low] : null;
    }

    /// <summary>
    /// First sequence of a stream that is indexed after a place of a segment, there or in a later segment of its
    /// epoch; 0 when none is.
    /// </summary>
    public ulong FirstAfter(IDiskFiles files, Segment segment, long offset, uint stream)
    {
        SegmentIndex? index = segment.Load(files);
        foreach (ref readonly IndexEntry entry in index is null ? [] : index.Entries)
        {
            if (entry.Stream == stream && entry.Offset > offset)
                return entry.First;
        }

        foreach (Segment next in All)
        {
            if (next.Name.Epoch != segment.Name.Epoch || next.Name.Number <= segment.Name.Number)
                continue;
            foreach (ref readonly IndexEntry entry in next.Streams)
            {
                if (entry.Stream == stream)
                    return entry.First;
            }
        }

        return 0;
    }

    /// <summary>The oldest record of a stream that is indexed; null when there is none.</summary>
    public JournalPoint? OldestOf(uint stream)
    {
        foreach (Segment segment in All)
        {
            foreach (ref readonly IndexEntry entry in segment.Streams)
            {
                if (entry.Stream == stream)
                    return new JournalPoint(segment.Name.Epoch, entry.First);
            }
        }

        return null;
    }

    /// <summary>Each epoch that has a segment, once, oldest first; also where no stride of it is complete.</summary>
    public IReadOnlyList<ulong> Epochs()
    {
        List<ulong> epochs = [];
        foreach (Segment segment in All)
        {
            if (epochs is not [.., var last] || last != segment.Name.Epoch)
                epochs.Add(segment.Name.Epoch);
        }

        return epochs;
    }

    /// <summary>
    /// What is kept of each epoch and stream, oldest first; the open stride of an open segment is not in it yet.
    /// </summary>
    public IReadOnlyList<StreamExtent> Extents()
    {
        List<StreamExtent> extents = [];
        foreach (Segment segment in All)
        {
            foreach (ref readonly IndexEntry entry in segment.Streams)
                Include(extents, segment.Name.Epoch, entry);
        }

        return extents;
    }

    // Of the first one with a greater name.
    private static int IndexAfter(ReadOnlySpan<Segment> all, SegmentName name)
    {
        (int low, int high) = (0, all.Length);
        while (low < high)
        {
            int middle = low + ((high - low) / 2);
            if (all[middle].Name <= name)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private static void Include(List<StreamExtent> extents, ulong epoch, in IndexEntry entry)
    {
        uint stream = entry.Stream;
        int at = extents.FindLastIndex(extent => extent.Epoch == epoch && extent.Stream == stream);
        if (at < 0)
            extents.Add(new StreamExtent(epoch, stream, entry.First, entry.Last, entry.Count));
        else
            extents[at] = extents[at].With(entry);
    }
}

/// <summary>What a journal keeps of one stream in one epoch.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">The stream.</param>
/// <param name="First">First sequence that is kept.</param>
/// <param name="Last">Last sequence that is kept.</param>
/// <param name="Records">How many records; fewer than the span when some are missing.</param>
public readonly record struct StreamExtent(ulong Epoch, uint Stream, ulong First, ulong Last, ulong Records)
{
    internal StreamExtent With(in IndexEntry entry) => this with
    {
        First = Math.Min(First, entry.First),
        Last = Math.Max(Last, entry.Last),
        Records = Records + entry.Count,
    };
}
