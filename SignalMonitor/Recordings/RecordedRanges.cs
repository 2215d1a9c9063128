using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;

namespace SignalMonitor.Recordings;

/// <summary>Which blocks of a stream are read: all, or those between two sequences or times.</summary>
internal static class RecordedRanges
{
    /// <summary>The ranges to read, oldest first; none of them is empty.</summary>
    /// <param name="recording">The journal.</param>
    /// <param name="kept">What it has of the stream, oldest epoch first; at least one.</param>
    /// <param name="epoch">The epoch; null = all.</param>
    /// <param name="from">First block, as <see cref="RecordedPosition"/> reads it; null = from the beginning.</param>
    /// <param name="to">Last block; null = to the end.</param>
    /// <param name="ranges">The ranges.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Select(
        Recording recording,
        StreamExtent[] kept,
        long? epoch,
        string? from,
        string? to,
        out ImmutableArray<FrameRange> ranges)
    {
        if (Recording.Select(kept, (ulong?)epoch, out ranges) is { } noEpoch)
            return noEpoch;
        using RangeReader reader = recording.NewReader();
        ImmutableArray<FrameRange> all = ranges;
        if ((Cut(reader, "--from", from, kept, ref ranges) ?? Cut(reader, "--to", to, kept, ref ranges)) is { } nothing)
            return nothing;
        return from is null || to is null || BlockTimes.HasAny(reader, ranges) ? null
            : $"there is no block from {from} up to {to}: a gap is there; the selection has {TextOf(all)}";
    }

    private static string? Cut(
        RangeReader reader, string option, string? text, StreamExtent[] kept, ref ImmutableArray<FrameRange> ranges)
    {
        if (text is null)
            return null;
        if (!RecordedPosition.TryParse(text, out RecordedPosition position))
            return $"{option} {text} is not a place in a journal; allowed is {RecordedPosition.Allowed}";
        if (position.IsSequence && ranges.Length > 1)
            return $"{option} {text} is a sequence, which {ranges.Length} epochs have; choose one with --epoch: "
                + Recording.EpochsOf(kept);
        bool isFrom = option == "--from";
        ImmutableArray<FrameRange> cut = position.Cut(reader, ranges, isFrom);
        if (cut.IsEmpty)
            return $"there is no block {(isFrom ? "from" : "up to")} {text}; the selection has {TextOf(ranges)}";
        ranges = cut;
        return null;
    }

    private static string TextOf(ImmutableArray<FrameRange> ranges) => string.Join(
        "; ", ranges.Select(range => $"sequences {range.From} to {range.To} of epoch {range.Epoch}"));
}
