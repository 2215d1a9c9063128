using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Recorder;

/// <summary>Reads where reduced streams of an earlier process ended.</summary>
internal static class ReducedEnds
{
    /// <summary>Without any.</summary>
    public static IReadOnlyDictionary<uint, ReducedEnd> None { get; } = ImmutableDictionary<uint, ReducedEnd>.Empty;

    /// <summary>The newest block of each stream that can be read.</summary>
    /// <param name="files">The journal.</param>
    /// <param name="archive">The archive in it, as it was opened.</param>
    /// <param name="registry">The formats.</param>
    public static IReadOnlyDictionary<uint, ReducedEnd> Read(
        IDiskFiles files, FrameArchive archive, SerializerRegistry registry)
    {
        Dictionary<uint, ReducedEnd> ends = [];
        SerializerSet formats = registry.CreateSet();
        CDataBlock block = new(BlockLayout.Empty);
        JournalFolder folder = new(files, JournalOptions.Default, archive.Publisher);
        using RangeReader reader = folder.NewReader();
        foreach (StreamExtent extent in archive.Recovery.Extents.OrderBy(extent => extent.Epoch))
        {
            if (!FrameHeader.IsDataStream(extent.Stream))
                continue;
            reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.Last, extent.Last));
            if (reader.Next() != ReadStep.Frame
                || !formats.Deserialize(reader.Frame.Content, reader.Payload, block).IsOk)
                continue;
            int points = PointsOf(block);
            ends[extent.Stream] = new ReducedEnd(
                extent.Epoch,
                extent.Last,
                block.FirstSampleIndex + points,
                reader.Frame.AcquiredNs
                    + new SampleTimes(block.SampleRateHz, 1, 1).OffsetNs(block.FirstSampleIndex, points));
        }

        return ends;
    }

    // All channels of a reduced block have the same number, or none.
    private static int PointsOf(CDataBlock block)
    {
        int points = 0;
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int index = 0; index < block.ChannelCount(group); index++)
                points = Math.Max(points, block.Channel(group, index).PointCount);
        }

        return points;
    }
}
