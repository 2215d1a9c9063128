using FuncLibs.Blocks.Catalogue;

namespace SignalMonitor.Receiving;

/// <summary>
/// The catalogues that are known, a few revisions back, because frames of an older one may still be on their way.
/// Receive thread only.
/// </summary>
internal sealed class CatalogueRegistry
{
    private const int Kept = 8;
    private readonly List<PublisherCatalogue> _known = [];

    /// <summary>True when the revision is known; then a catalogue frame of it need not be read again.</summary>
    public bool Knows(Guid publisher, uint revision) => Find(publisher, revision) is not null;

    /// <summary>The catalogue of a revision, or null.</summary>
    public PublisherCatalogue? Find(Guid publisher, uint revision)
    {
        foreach (PublisherCatalogue catalogue in _known)
        {
            if (catalogue.Revision == revision && catalogue.Publisher == publisher)
                return catalogue;
        }

        return null;
    }

    /// <summary>Adds a catalogue; the oldest goes when there are too many.</summary>
    public void Add(PublisherCatalogue catalogue)
    {
        if (Knows(catalogue.Publisher, catalogue.Revision))
            return;
        if (_known.Count == Kept)
            _known.RemoveAt(0);
        _known.Add(catalogue);
    }
}
