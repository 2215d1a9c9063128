using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>
/// Converts descriptions of rigs into published streams: stream names get ids that are kept in the state folder, each
/// change gets a new catalogue revision, and a returning stream continues its sequence. The streams of other sources
/// are unchanged. Publish thread; any thread may read <see cref="Current"/>.
/// </summary>
public sealed class RigRegistry
{
    private readonly PublisherIdentity _identity;
    private readonly PublisherState _state;
    private readonly ImmutableArray<EpochDescription> _epochs;
    private readonly bool _afterUncleanStop;
    private readonly SortedDictionary<int, Part> _parts = [];
    private readonly Dictionary<string, PublishedStream> _known = new(StringComparer.Ordinal);
    private PublishedRig _current;
    private PublishedStream[] _all = [];

    /// <summary>
    /// Creates a registry without streams, under a new revision: the last one describes the streams of the previous
    /// run.
    /// </summary>
    public RigRegistry(
        PublisherIdentity identity, PublisherState state, EpochRegistry epochs, Recorder? recorder = null)
    {
        _afterUncleanStop = recorder?.IsAfterUncleanStop ?? false;
        _identity = identity;
        _state = state;
        IEnumerable<ClosedEpoch> closed = epochs.All.Where(epoch => epoch.Stream != FrameHeader.ControlStream);
        _epochs = [.. closed.Select(epoch => epoch.Description)];
        _current = new PublishedRig(Describe(state.NextCatalogueRevision(), []), []);
    }

    /// <summary>The currently published rig.</summary>
    public PublishedRig Current => Volatile.Read(ref _current);

    /// <summary>Every stream of this epoch, also those that the rig no longer has.</summary>
    public ReadOnlySpan<PublishedStream> All => Volatile.Read(ref _all);

    /// <summary>The topic of a recorded frame; streams of earlier runs keep their names. Any thread.</summary>
    public Topic TopicOf(in FrameHeader frame)
    {
        foreach (PublishedStream stream in All)
        {
            if (stream.Id == frame.Stream)
                return stream.Topic;
        }

        return NameOf(frame.Stream) is { } name
            ? Topic.Create(frame.Kind, _identity.Site, _identity.Rig, name)
            : _identity.TopicOf(frame.Kind);
    }

    /// <summary>The name of a stream of this or an earlier run; null for an unknown number. Any thread.</summary>
    /// <remarks>Separate from <see cref="TopicOf"/>, whose fast path would otherwise allocate the closure.</remarks>
    public string? NameOf(uint id) => _state.Streams.FirstOrDefault(stream => stream.Id == id)?.Name;

    /// <summary>
    /// Applies a description. Does not wait for the disk: the source has numbered its streams before
    /// (PublisherState.Prepare).
    /// </summary>
    /// <param name="rig">The description.</param>
    /// <param name="source">Number of its source.</param>
    /// <param name="naming">Names of its streams.</param>
    public void Describe(RigDescription rig, int source = 0, StreamNaming naming = default)
    {
        ImmutableArray<PublishedStream> streams =
        [
            .. rig.Streams.Select((_, i) => GetOrAdd(naming.NameOf(rig.Streams, i), source)),
        ];
        _parts[source] = new Part(
            streams,
            [.. rig.Streams.Select((stream, i) => stream with { Id = streams[i].Id, Name = streams[i].Name })]);
        Volatile.Write(ref _all, [.. _known.Values]);
        Volatile.Write(ref _current, new PublishedRig(
            Describe(_state.NextCatalogueRevision(), [.. _parts.Values.SelectMany(part => part.Described)]),
            [.. _parts.Values.SelectMany(part => part.Streams)],
            Firsts()));
    }

    // A source without a description has no streams, so its first index is not used.
    private ImmutableArray<int> Firsts()
    {
        var firsts = ImmutableArray.CreateBuilder<int>();
        int next = 0;
        for (int source = 0; source <= _parts.Keys.Last(); source++)
        {
            firsts.Add(next);
            next += _parts.TryGetValue(source, out Part? part) ? part.Streams.Length : 0;
        }

        return firsts.ToImmutable();
    }

    // The current epoch is not closed: its streams have their present last sequences. The oldest epochs are dropped to
    // make room for it.
    private PublisherCatalogue Describe(uint revision, ImmutableArray<StreamDescription> streams)
    {
        EpochDescription[] running = [.. _known.Values.Select(Running)];
        int max = CatalogueLimits.Default.Epochs;
        ImmutableArray<EpochDescription> epochs =
            [.. _epochs.TakeLast(Math.Max(0, max - running.Length)), .. running.Take(max)];
        return new(revision, _identity.Publisher, _identity.Site, _identity.Rig, epochs, streams);
    }

    private EpochDescription Running(PublishedStream stream) =>
        new(_identity.Epoch, stream.Id, First: 1, stream.Last, Exact: false);

    private PublishedStream GetOrAdd(string name, int source)
    {
        if (!_known.TryGetValue(name, out PublishedStream? stream))
        {
            Topic topic = Topic.Create(FrameKind.Data, _identity.Site, _identity.Rig, name);
            stream = new PublishedStream(_state.StreamId(name), name, topic, source)
            {
                IsFirstAfterUncleanStop = _afterUncleanStop,
            };
            _known.Add(name, stream);
        }

        return stream;
    }

    private sealed record Part(ImmutableArray<PublishedStream> Streams, ImmutableArray<StreamDescription> Described);
}

/// <summary>
/// The current streams and the catalogue that describes them. Immutable, replaced by the publish thread; the control
/// thread and the web server read a snapshot.
/// </summary>
public sealed class PublishedRig
{
    private readonly byte[] _encoded;
    private readonly ImmutableArray<int> _firsts;

    /// <summary>Creates a rig with its catalogue.</summary>
    /// <param name="catalogue">Description of the streams.</param>
    /// <param name="streams">In the order of the sources, and of each rig's description.</param>
    /// <param name="firsts">Index of the first stream of each source; default = all are of source 0.</param>
    public PublishedRig(
        PublisherCatalogue catalogue, ImmutableArray<PublishedStream> streams, ImmutableArray<int> firsts = default)
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

    /// <summary>Index of a stream of a source in <see cref="Streams"/> and in the catalogue.</summary>
    public int IndexOf(int source, int stream) => _firsts[source] + stream;
}
