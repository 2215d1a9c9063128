using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Recordings;

namespace SignalMonitor.Evaluation;

/// <summary>Which blocks of a stream are requested: all, or a range of sequences of one epoch.</summary>
internal static class Selection
{
    /// <summary>The ranges to read, in order.</summary>
    /// <param name="kept">What the journal has of the stream, oldest epoch first; at least one.</param>
    /// <param name="options">What was requested.</param>
    /// <param name="ranges">The ranges.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? TrySelect(StreamExtent[] kept, EvalVerbOptions options, out ImmutableArray<FrameRange> ranges)
    {
        bool isAll = (options.Epoch, options.From, options.To) is (null, null, null);
        ulong? epoch = isAll ? null : (ulong?)options.Epoch ?? kept[^1].Epoch;
        if (Recording.Select(kept, epoch, out ranges) is { } noEpoch)
            return noEpoch;
        if (isAll)
            return null;
        if (options.From > options.To)
            return $"--from {options.From} is after --to {options.To}";
        FrameRange all = ranges[0];
        FrameRange range = all with
        {
            From = Math.Max(all.From, (ulong?)options.From ?? 1),
            To = Math.Min(all.To, (ulong?)options.To ?? ulong.MaxValue),
        };
        ranges = [range];
        return range.From <= range.To
            ? null : $"the journal has none of these blocks; of epoch {epoch} it has sequences {all.From} to "
                + $"{all.To}";
    }
}
