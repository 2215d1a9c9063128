using FuncLibs.Amqp;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Bridge;

/// <summary>
/// What the bridge says beside the frames of the journal. A consumer of the queue has no control channel: welcomes and
/// catalogues are in the stream, and speak only of what is before them in it. Bridge thread.
/// </summary>
internal sealed class BridgeMessages
{
    private readonly PublisherIdentity _identity;
    private readonly Recorder _recorder;
    private readonly RigRegistry _rigs;
    private readonly PublisherProgress _progress;
    private readonly TimeProvider _time;
    private readonly PayloadBuffer _payload = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly Heartbeat _heartbeat;
    private readonly long _started;
    private ulong _heartbeats;
    private (uint Revision, byte[] Encoded) _catalogue;

    public BridgeMessages(
        PublisherIdentity identity, Recorder recorder, RigRegistry rigs, LinkReports link, TimeProvider time)
    {
        (_identity, _recorder, _rigs, _time) = (identity, recorder, rigs, time);
        _progress = new PublisherProgress(rigs, link, recorder);
        _heartbeat = new Heartbeat { Instance = identity.Instance, Epoch = identity.Epoch };
        _started = time.GetTimestamp();
    }

    /// <summary>Header of the last heartbeat.</summary>
    public ReadOnlySpan<byte> Header => _header;

    /// <summary>Payload of the last message.</summary>
    public ReadOnlySpan<byte> Payload => _payload.Written;

    /// <summary>Number of the last heartbeat.</summary>
    public ulong Heartbeats => _heartbeats;

    /// <summary>Writes the welcome of an epoch: the ends of those before it, and how far the bridge is in it.</summary>
    /// <param name="epoch">The epoch that is bridged.</param>
    /// <param name="bridged">Last bridged frame of each stream.</param>
    public void WriteWelcome(ulong epoch, IEnumerable<StreamPlace> bridged)
    {
        Welcome welcome = new() { Publisher = _identity.Publisher, Instance = _identity.Instance, Epoch = epoch };
        foreach (ClosedEpoch closed in _recorder.Epochs.All)
        {
            if (closed.Epoch < epoch)
                welcome.Epochs.Add(closed.Range);
        }

        foreach (StreamPlace place in bridged)
        {
            if (place.Epoch == epoch && FrameHeader.IsDataStream(place.Stream))
                welcome.Epochs.Add(new EpochRange(epoch, place.Stream, 1, place.Sequence, Exact: false));
        }

        foreach (PublishedStream stream in _rigs.All)
            welcome.Streams.Add(new NamedStream(stream.Id, stream.Name));
        _payload.Clear();
        welcome.Write(_payload);
    }

    /// <summary>Writes the catalogue of a revision; false when it is not kept.</summary>
    public bool WriteCatalogue(uint revision)
    {
        if (_catalogue.Revision != revision || _catalogue.Encoded is null)
        {
            PublishedRig rig = _rigs.Current;
            byte[]? encoded = rig.Catalogue.Revision == revision
                ? rig.EncodedCatalogue.ToArray() : _recorder.Journal.FindCatalogue(revision)?.Payload.ToArray();
            if (encoded is null)
                return false;
            _catalogue = (revision, encoded);
        }

        _payload.Clear();
        new CatalogueAnswer(0).Write(_payload, _catalogue.Encoded);
        return true;
    }

    /// <summary>Writes a heartbeat of this epoch, with how far the bridge is.</summary>
    /// <param name="cursor">Last bridged frame of a stream; null for none.</param>
    /// <param name="flags">EndOfStream on the last one.</param>
    public void WriteHeartbeat(Func<uint, StreamPlace?> cursor, FrameFlags flags)
    {
        _heartbeat.SentUtcNs = _time.NowNs();
        _heartbeat.UptimeMs = (long)_time.GetElapsedTime(_started).TotalMilliseconds;
        _heartbeat.Streams.Clear();
        _progress.Fill(
            _heartbeat, LastOf(FrameHeader.ControlStream, cursor), stream => LastOf(stream.Id, cursor));
        _payload.Clear();
        _heartbeat.Write(_payload);
        new FrameHeader
        {
            Kind = FrameKind.Heartbeat,
            Flags = flags | (_identity.PlaysRecording ? FrameFlags.Recording : FrameFlags.None),
            Publisher = _identity.Publisher,
            Stream = FrameHeader.HeartbeatStream,
            Content = ContentIds.ControlMap,
            Epoch = _identity.Epoch,
            Sequence = ++_heartbeats,
            AcquiredNs = _heartbeat.SentUtcNs,
            PublishedNs = _heartbeat.SentUtcNs,
            CatalogueRevision = _rigs.Current.Catalogue.Revision,
        }.WithPayload(_payload.Written).Write(_header);
    }

    private ulong LastOf(uint stream, Func<uint, StreamPlace?> cursor) =>
        cursor(stream) is { } place && place.Epoch == _identity.Epoch ? place.Sequence : 0;
}
