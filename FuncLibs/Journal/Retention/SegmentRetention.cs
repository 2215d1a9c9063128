using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;

namespace FuncLibs.Journal.Retention;

/// <summary>
/// Removes the oldest closed segments by size and by age. Journal thread; a reader that has one open keeps its bytes.
/// </summary>
internal sealed class SegmentRetention(
    IDiskFiles files,
    SegmentSet segments,
    JournalOptions options,
    IRetentionLeases? leases,
    JournalCounters counters,
    TimeProvider time)
{
    private readonly AgeClock _ages = new(time);

    /// <summary>Removes what is due.</summary>
    /// <returns>True when something was removed.</returns>
    public bool Apply()
    {
        // The open segment has its place in the quota from its beginning on.
        long limit = options.QuotaBytes - options.EffectiveSegmentBytes;
        long kept = ClosedBytes();
        bool removed = false;
        foreach (Segment segment in segments.All)
        {
            if (segment.IsUnread)
                continue;
            bool forQuota = kept > limit;
            if (!segment.IsClosed || !(forQuota || IsTooOld(segment)) || !Remove(segment))
                break;
            kept -= segment.WrittenBytes;
            removed = true;
        }

        if (removed)
            files.FlushFolder();
        return removed;
    }

    private long ClosedBytes()
    {
        long bytes = 0;
        foreach (Segment segment in segments.All)
            bytes += segment.IsClosed ? segment.WrittenBytes : 0;
        return bytes;
    }

    private bool IsTooOld(Segment segment) =>
        options.MaxAge > TimeSpan.Zero
        && _ages.NowNs - segment.NewestNs > options.MaxAge.Ticks * UtcClock.NanosecondsPerTick
        && !IsNeeded(segment);

    private bool IsNeeded(Segment segment)
    {
        if (leases is null)
            return false;
        foreach (ref readonly IndexEntry entry in segment.Streams)
        {
            if (leases.IsRetained(segment.Name.Epoch, entry.Stream, entry.Last))
                return true;
        }

        return false;
    }

    // The index goes first: a segment without one is read again, an index without a segment would be litter.
    private bool Remove(Segment segment)
    {
        if (!files.Delete(segment.Name.IndexFile).IsOk || !files.Delete(segment.Name.File).IsOk)
            return false;
        counters.CountRetired(IsNeeded(segment));
        segments.Remove(segment);
        return true;
    }
}
