using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.History;

/// <summary>
/// What a stream was under a catalogue revision: the present one, or one that the journal keeps. A few are remembered, also that one is not
/// to be had, because looking for it reads files. History thread only.
/// </summary>
internal sealed class RecordedCatalogues(RigRegistry book, Recorder recorder)
{
    private const int Kept = 16;
    private readonly Dictionary<uint, PublisherCatalogue?> _known = [];

    /// <summary>The description; null when nobody knows it any more.</summary>
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

    // A loop, because PublisherCatalogue.Stream takes memory, and this is asked for each block.
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

    // False when the disk refused it: then nothing is known.
    private bool TryLoad(uint revision, out PublisherCatalogue? catalogue)
    {
        catalogue = book.Current.Catalogue;
        if (catalogue.Revision == revision)
            return true;
        catalogue = null;
        StoredFrame? stored = recorder.Journal.FindCatalogue(revision, out FileOutcome outcome);
        if (stored is not null && !CatalogueCodec.Read(stored.Payload.Span, out catalogue).IsOk)
            catalogue = null;
        return outcome.IsOk;
    }
}
