using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.History;

/// <summary>
/// Finds what earlier epochs recorded of a stream in its last seconds, so that a restart leaves no gap in plots. After
/// a clock that was set back, part of a plot is missing.
/// </summary>
internal sealed class RecordedPast(Recorder recorder, int seconds)
{
    /// <summary>The ranges to read, oldest first; none when nothing is kept.</summary>
    public Queue<FrameRange> FramesOf(uint stream)
    {
        Stack<FrameRange> newestFirst = new();
        using RangeReader reader = recorder.Journal.NewReader();
        long? begin = null;
        foreach (StreamExtent extent in recorder.Journal.Recovery.Extents.Where(
            extent => extent.Stream == stream).Reverse())
        {
            FrameRange range = new(extent.Epoch, stream, extent.First, extent.Last);
            begin ??= BlockTimes.AcquiredAt(reader, range with { From = extent.Last })
                - (seconds * UtcClock.NanosecondsPerSecond);
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

/// <summary>
/// Description of a stream under a catalogue revision: the current one, or one from the journal. Caches a few,
/// including missing ones, because the search reads files. History thread only.
/// </summary>
internal sealed class RecordedCatalogues(RigRegistry rigs, Recorder recorder)
{
    private const int Kept = 16;
    private readonly Dictionary<uint, PublisherCatalogue?> _known = [];

    /// <summary>The description; null if the revision is not kept.</summary>
    public StreamDescription? Find(uint revision, uint stream)
    {
        if (!_known.TryGetValue(revision, out PublisherCatalogue? catalogue) && TryLoad(revision, out catalogue))
        {
            if (_known.Count == Kept)
                _known.Clear();
            _known.Add(revision, catalogue);
        }

        return DescriptionIn(catalogue, stream);
    }

    // A loop, because PublisherCatalogue.Stream allocates, and this is called for each block.
    private static StreamDescription? DescriptionIn(PublisherCatalogue? catalogue, uint stream)
    {
        if (catalogue is null)
            return null;
        foreach (StreamDescription description in catalogue.Streams)
        {
            if (description.Id == stream)
                return description;
        }

        return null;
    }

    // False for a disk error: then nothing is cached.
    private bool TryLoad(uint revision, out PublisherCatalogue? catalogue)
    {
        catalogue = rigs.Current.Catalogue;
        if (catalogue.Revision == revision)
            return true;
        catalogue = null;
        StoredFrame? stored = recorder.Journal.FindCatalogue(revision, out FileOutcome outcome);
        if (stored is not null && !CatalogueCodec.Read(stored.Payload.Span, out catalogue).IsOk)
            catalogue = null;
        return outcome.IsOk;
    }
}
