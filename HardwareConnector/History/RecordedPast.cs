using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Timing;
using HardwareConnector.Recording;

namespace HardwareConnector.History;

/// <summary>
/// Finds what earlier epochs recorded of a stream in its last seconds, so that a restart leaves no hole in plots. Blocks of an epoch lie
/// in the order of time, so halving finds the first one; a set-back clock costs a part of a plot.
/// </summary>
internal sealed class RecordedPast(Recorder recorder, int seconds)
{
    /// <summary>The ranges to read, oldest first; none when nothing is kept.</summary>
    public Queue<FrameRange> Of(uint stream)
    {
        Stack<FrameRange> newestFirst = new();
        using RangeReader reader = recorder.Journal.NewReader();
        long? begin = null;
        foreach (StreamExtent extent in recorder.Journal.Recovery.Extents.Where(extent => extent.Stream == stream).Reverse())
        {
            FrameRange range = new(extent.Epoch, stream, extent.First, extent.Last);
            begin ??= AcquiredAt(reader, range with { From = extent.Last }) - (seconds * UtcClock.NanosecondsPerSecond);
            if (begin is not { } wanted)
                continue;
            ulong first = FirstFrom(reader, range, wanted);
            if (first <= range.To)
                newestFirst.Push(range with { From = first });
            if (first > range.From)
                break;
        }

        return new Queue<FrameRange>(newestFirst);
    }

    // The first sequence whose block, or the next one that is kept, is due at the time or later; one behind the range when none is.
    private static ulong FirstFrom(RangeReader reader, in FrameRange range, long ns)
    {
        (ulong low, ulong high) = (range.From, range.To + 1);
        while (low < high)
        {
            ulong middle = low + ((high - low) / 2);
            if (AcquiredAt(reader, range with { From = middle }) < ns)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private static long? AcquiredAt(RangeReader reader, in FrameRange range)
    {
        reader.Begin(range);
        ReadStep step;
        do
            step = reader.Next();
        while (step == ReadStep.Missing);
        return step == ReadStep.Frame ? reader.Frame.AcquiredNs : null;
    }
}
