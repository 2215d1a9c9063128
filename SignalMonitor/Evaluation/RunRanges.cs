using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.EvaluationLogs;

namespace SignalMonitor.Evaluation;

/// <summary>
/// The blocks that a monitor had: from its first one to the end of the journal, without those that were missing there.
/// </summary>
internal static class RunRanges
{
    /// <summary>The ranges to read, in order.</summary>
    /// <param name="kept">What the journal has of the stream, oldest epoch first.</param>
    /// <param name="run">What the monitor had.</param>
    /// <param name="ranges">The ranges.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? TrySelect(StreamExtent[] kept, LoggedRun run, out ImmutableArray<FrameRange> ranges)
    {
        List<FrameRange> had = [.. kept.Where(extent => extent.Epoch >= run.Start.Epoch).Select(RangeOf)];
        ranges = [];
        if (!had.Exists(
            range => range.Epoch == run.Start.Epoch && range.From <= run.Start.Sequence
                && range.To >= run.Start.Sequence))
            return $"the journal no longer has sequence {run.Start.Sequence} of epoch {run.Start.Epoch}, with which "
                + $"the monitor began";
        Cut(had, 0, 0, run.Start);
        foreach (EvaluationLogEntry gap in run.Gaps)
        {
            if (gap.LastEpoch != 0)
                Cut(had, gap.LastEpoch, gap.LastSequence, gap);
        }

        if (run.Full is { } full)
            had = [.. had.Select(range => UpTo(range, full.Epoch, full.Sequence - 1))];
        ranges = [.. had.Where(range => range.From <= range.To)];
        return null;
    }

    private static FrameRange RangeOf(StreamExtent extent) =>
        new(extent.Epoch, extent.Stream, extent.First, extent.Last);

    // Takes out what is between a block and the one that came after it.
    private static void Cut(List<FrameRange> ranges, ulong lastEpoch, ulong last, EvaluationLogEntry behind)
    {
        FrameRange[] all = [.. ranges];
        ranges.Clear();
        foreach (FrameRange range in all)
        {
            FrameRange before = UpTo(range, lastEpoch, last);
            FrameRange after = From(range, behind.Epoch, behind.Sequence);
            if (before.From <= before.To)
                ranges.Add(before);
            if (after.From <= after.To)
                ranges.Add(after);
        }
    }

    private static FrameRange UpTo(FrameRange range, ulong epoch, ulong last)
    {
        if (range.Epoch == epoch)
            return range with { To = Math.Min(range.To, last) };
        return range.Epoch < epoch ? range : range with { To = 0 };
    }

    private static FrameRange From(FrameRange range, ulong epoch, ulong first)
    {
        if (range.Epoch == epoch)
            return range with { From = Math.Max(range.From, first) };
        return range.Epoch > epoch ? range : range with { From = ulong.MaxValue };
    }
}
