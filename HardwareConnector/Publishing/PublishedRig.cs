using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Publishing;

namespace HardwareConnector.Publishing;

/// <summary>
/// What is published at the moment: the streams and the catalogue that describes them. Immutable, swapped whole by the publish
/// thread; the control thread and the web read the one they find.
/// </summary>
public sealed class PublishedRig
{
    private readonly byte[] _encoded;
    private readonly ImmutableArray<int> _firsts;

    /// <summary>A rig with its catalogue.</summary>
    /// <param name="catalogue">Describes the streams.</param>
    /// <param name="streams">In the order of the sources, and of each rig's description.</param>
    /// <param name="firsts">Position of the first stream of each source; default = all are of source 0.</param>
    public PublishedRig(PublisherCatalogue catalogue, ImmutableArray<PublishedStream> streams, ImmutableArray<int> firsts = default)
    {
        _firsts = firsts.IsDefault ? [0] : firsts;
        Catalogue = catalogue;
        Streams = streams;
        PayloadBuffer buffer = new();
        CatalogueCodec.Write(catalogue, buffer);
        _encoded = buffer.Written.ToArray();
    }

    /// <summary>The catalogue.</summary>
    public PublisherCatalogue Catalogue { get; }

    /// <summary>The catalogue as its payload.</summary>
    public ReadOnlySpan<byte> EncodedCatalogue => _encoded;

    /// <summary>The data streams, in the order of the sources and of each rig's description.</summary>
    public ImmutableArray<PublishedStream> Streams { get; }

    /// <summary>Position in <see cref="Streams"/> and in the catalogue of a stream of a source.</summary>
    public int IndexOf(int source, int stream) => _firsts[source] + stream;
}
