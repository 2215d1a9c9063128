using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Recording;

namespace HardwareConnector.History;

/// <summary>
/// Finds what earlier epochs recorded of a stream in its last seconds, so that a restart leaves no hole in plots. A set-back clock costs a
/// part of a plot.
/// </summary>
internal sealed class RecordedPast(Recorder recorder, int seconds)
{
    /// <summary>The ranges to read, oldest first; none when nothing is kept.</summary>
    public Queue<FrameRange> FramesOf(uint stream)
    {
        Stack<FrameRange> newestFirst = new();
        using RangeReader reader = recorder.Journal.NewReader();
        long? begin = null;
        foreach (StreamExtent extent in recorder.Journal.Recovery.Extents.Where(extent => extent.Stream == stream).Reverse())
        {
            FrameRange range = new(extent.Epoch, stream, extent.First, extent.Last);
            begin ??= BlockTimes.AcquiredAt(reader, range with { From = extent.Last }) - (seconds * UtcClock.NanosecondsPerSecond);
            if (begin is not { } wanted)
                continue;
            ulong first = BlockTimes.FirstFrom(reader, range, wanted);
            if (first <= range.To)
                newestFirst.Push(range with { From = first });
            if (first > range.From)
                break;
        }

        return new Queue<FrameRange>(newestFirst);
    }
}
