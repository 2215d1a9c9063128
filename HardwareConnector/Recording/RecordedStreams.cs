using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;

namespace HardwareConnector.Recording;

/// <summary>
/// The streams in a journal: those of every catalogue in it, and the numbers of frames without a catalogue. Reads all
/// control frames: for a start with a restored state only.
/// </summary>
internal static class RecordedStreams
{
    /// <summary>Each number once; the name is the newest, empty if unknown.</summary>
    public static IReadOnlyCollection<StateStream> Read(FrameJournal journal)
    {
        Dictionary<uint, StateStream> streams = [];
        foreach (StreamExtent extent in journal.Recovery.Extents)
        {
            if (FrameHeader.IsDataStream(extent.Stream))
                streams.TryAdd(extent.Stream, new StateStream(extent.Stream, ""));
        }

        using RangeReader reader = journal.NewReader();
        foreach (StreamExtent extent in journal.Recovery.Extents.Where(
            extent => extent.Stream == FrameHeader.ControlStream))
        {
            reader.Begin(new FrameRange(extent.Epoch, extent.Stream, extent.First, extent.Last));
            for (ReadStep step; (step = reader.Next()) is ReadStep.Frame or ReadStep.Missing;)
            {
                if (step == ReadStep.Frame && reader.Frame.Kind == FrameKind.Catalogue)
                    Add(streams, reader.Payload);
            }
        }

        // The original may be removed while its copy at the head of a segment is kept.
        if (journal.FindCatalogue(journal.Recovery.NewestRevision) is { } newest)
            Add(streams, newest.Payload.Span);
        return streams.Values;
    }

    /// <summary>The streams of the newest catalogue only: read at every start.</summary>
    public static IReadOnlyCollection<StateStream> OfNewest(FrameJournal journal)
    {
        Dictionary<uint, StateStream> streams = [];
        if (journal.Recovery.NewestRevision > 0 && journal.FindCatalogue(journal.Recovery.NewestRevision) is { } newest)
            Add(streams, newest.Payload.Span);
        return streams.Values;
    }

    private static void Add(Dictionary<uint, StateStream> streams, ReadOnlySpan<byte> payload)
    {
        if (!CatalogueCodec.Read(payload, out PublisherCatalogue? catalogue).IsOk)
            return;
        foreach (StreamDescription stream in catalogue!.Streams)
            streams[stream.Id] = new StateStream(stream.Id, stream.Name);
    }
}
