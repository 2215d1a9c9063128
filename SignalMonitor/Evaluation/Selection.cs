using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;

namespace SignalMonitor.Evaluation;

/// <summary>Which blocks of a stream are requested: all, or a range of sequences of one epoch.</summary>
internal static class Selection
{
    /// <summary>The ranges to read, in order.</summary>
    /// <param name="kept">What the journal has of the stream, oldest epoch first; at least one.</param>
    /// <param name="options">What was requested.</param>
    /// <param name="ranges">The ranges.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Of(StreamExtent[] kept, EvalVerbOptions options, out ImmutableArray<FrameRange> ranges)
    {
        ranges = [.. kept.Select(extent => new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last))];
        if ((options.Epoch, options.From, options.To) is (null, null, null))
            return null;
        ulong epoch = (ulong?)options.Epoch ?? kept[^1].Epoch;
        int at = Array.FindIndex(kept, extent => extent.Epoch == epoch);
        if (at < 0)
            return $"the journal has no blocks of epoch {epoch}; it has epochs "
                + $"{string.Join(", ", kept.Select(extent => extent.Epoch))}";
        if (options.From > options.To)
            return $"--from {options.From} lies behind --to {options.To}";
        FrameRange range = new(
            epoch,
            kept[at].Stream,
            Math.Max(kept[at].First, (ulong?)options.From ?? 1),
            Math.Min(kept[at].Last, (ulong?)options.To ?? ulong.MaxValue));
        ranges = [range];
        return range.From <= range.To
            ? null : $"the journal has none of these blocks; of epoch {epoch} it has sequences {kept[at].First} to "
                + $"{kept[at].Last}";
    }
}
