using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Pyramids;

namespace SignalMonitor.Recordings.History;

/// <summary>
/// The frames of one stream of a recording whose samples may be in a window of time. Where the clock of the recording
/// machine was set back within an epoch, they are those from one of several places on.
/// </summary>
/// <param name="part">The stream.</param>
/// <param name="fromNs">Begin, UTC ns.</param>
/// <param name="toNs">End, UTC ns.</param>
internal sealed class RecordedWindow(RecordedPart part, long fromNs, long toNs)
{
    /// <summary>Only what comes after this.</summary>
    public PyramidPoint After { get; init; } = PyramidPoint.Beginning;

    /// <summary>True: from the first block on, because functions remember what was before.</summary>
    public bool IsWhole { get; init; }

    /// <summary>Bytes of these frames, about; 0 when there are none, or they cannot be read.</summary>
    public long Bytes => (long)Ranges().Sum(range => (decimal)(range.To - range.From + 1)) * part.BytesOfFrame;

    /// <summary>Reads them.</summary>
    /// <param name="take">Gets each block, and when the first of its samples is due that are wanted; false ends
    /// reading.</param>
    /// <param name="stop">Gives it up.</param>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public void Read(Func<RecordedBlocks, long, bool> take, CancellationToken stop)
    {
        if (part.Frames is not { } frames)
            return;
        using RecordedBlocks blocks = new(frames, Ranges());
        while (blocks.MoveNext())
        {
            stop.ThrowIfCancellationRequested();
            bool isPartlyIn = (blocks.Header.Epoch, blocks.Header.Sequence) == (After.Epoch, After.Sequence)
                && After.SkipThrough != PyramidPoint.Nothing;
            long notBeforeNs = isPartlyIn
                ? PyramidLevels.GridOf(0).StartOf(After.SkipThrough + 1) : long.MinValue;
            if (!take(blocks, notBeforeNs))
                return;
        }
    }

    private ImmutableArray<FrameRange> Ranges()
    {
        if (part.Frames is not { } frames)
            return [];
        using RangeReader reader = frames.NewReader();
        ImmutableArray<FrameRange>.Builder ranges = ImmutableArray.CreateBuilder<FrameRange>();
        foreach (StreamExtent extent in part.Extents)
        {
            if (extent.Epoch < After.Epoch)
                continue;
            FrameRange range = new(
                extent.Epoch,
                extent.Stream,
                extent.Epoch == After.Epoch ? Math.Max(extent.First, After.Sequence) : extent.First,
                extent.Last);
            if (range.From > range.To)
                continue;

            // The block before may reach into the window.
            ulong first = IsWhole ? range.From : BlockTimes.FirstFrom(reader, range, fromNs);
            ulong end = BlockTimes.FirstFrom(reader, range, toNs);
            first = first > range.From ? first - 1 : first;
            if (end > first)
                ranges.Add(range with { From = first, To = end - 1 });
        }

        return ranges.ToImmutable();
    }
}
