using System.Collections.Immutable;
using FuncLibs.Catalogue;
using FuncLibs.Hosting.State;
using FuncLibs.Publishing;
using FuncLibs.Wire;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>
/// Turns what a rig says of itself into what is published: stream names get ids that live in the state folder, each change gets a new
/// catalogue revision, and a stream that comes back goes on with its sequence. Publish thread; <see cref="Current"/> may be read by any.
/// </summary>
public sealed class RigBook
{
    private readonly PublisherIdentity _identity;
    private readonly PublisherState _state;
    private readonly ImmutableArray<EpochDescription> _epochs;
    private readonly Dictionary<string, PublishedStream> _known = new(StringComparer.Ordinal);
    private PublishedRig _current;
    private PublishedStream[] _all = [];

    /// <summary>A book without streams, under a revision of its own: the last one describes the streams of the life before.</summary>
    /// <exception cref="IOException">The revision could not be saved.</exception>
    public RigBook(PublisherIdentity identity, PublisherState state, EpochBook epochs)
    {
        _identity = identity;
        _state = state;
        _epochs = [.. epochs.All.Select(epoch => epoch.Description)];
        _current = new PublishedRig(Describe(state.NextCatalogueRevision(), []), []);
    }

    /// <summary>What is published now.</summary>
    public PublishedRig Current => Volatile.Read(ref _current);

    /// <summary>Every stream of this epoch, also those that the rig no longer has.</summary>
    public ReadOnlySpan<PublishedStream> All => Volatile.Read(ref _all);

    /// <summary>The topic of a recorded frame; streams of earlier lives keep their names. Any thread.</summary>
    public Topic TopicOf(in FrameHeader frame)
    {
        foreach (PublishedStream stream in All)
        {
            if (stream.Id == frame.Stream)
                return stream.Topic;
        }

        return NameOf(frame.Stream) is { } name
            ? Topic.Make(frame.Kind, _identity.Site, _identity.Rig, name)
            : _identity.TopicOf(frame.Kind);
    }

    /// <summary>The name of a stream of this or an earlier life; null when there never was one of that number. Any thread.</summary>
    /// <remarks>Apart from <see cref="TopicOf"/>, whose usual way would otherwise pay for the closure.</remarks>
    public string? NameOf(uint id) => _state.Streams.FirstOrDefault(stream => stream.Id == id)?.Name;

    /// <summary>Takes a description over. Writes to the state folder, so a call may wait for the disk; blocks queue meanwhile.</summary>
    public void Describe(RigDescription rig)
    {
        ImmutableArray<PublishedStream> streams = [.. rig.Streams.Select(stream => Known(stream.Name))];
        ImmutableArray<StreamDescription> described = [.. rig.Streams.Select((stream, i) => stream with { Id = streams[i].Id })];
        Volatile.Write(ref _all, [.. _known.Values]);
        Volatile.Write(ref _current, new PublishedRig(Describe(_state.NextCatalogueRevision(), described), streams));
    }

    private PublisherCatalogue Describe(uint revision, ImmutableArray<StreamDescription> streams) =>
        new(revision, _identity.Publisher, _identity.Site, _identity.Rig, _epochs, streams);

    private PublishedStream Known(string name)
    {
        if (!_known.TryGetValue(name, out PublishedStream? stream))
        {
            stream = new PublishedStream(_state.StreamId(name), name, Topic.Make(FrameKind.Data, _identity.Site, _identity.Rig, name));
            _known.Add(name, stream);
        }

        return stream;
    }
}
