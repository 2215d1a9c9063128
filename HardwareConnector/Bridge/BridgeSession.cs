using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Publishing;

namespace HardwareConnector.Bridge;

/// <summary>
/// One connection to the broker: what was published over it, and what of it moves the cursor. Bridge thread.
/// </summary>
internal sealed class BridgeSession
{
    private static readonly TimeSpan MarkerInterval = TimeSpan.FromSeconds(5);

    private readonly StreamPublisher _publisher;
    private readonly BridgeMessages _messages;
    private readonly BridgeCursor _cursor;
    private readonly BridgeStatus _status;
    private readonly RigRegistry _rigs;
    private readonly PublisherIdentity _identity;
    private readonly TimeProvider _time;
    private readonly Dictionary<uint, string> _routingKeys = [];

    // What was published over this connection, or is confirmed from before.
    private readonly Dictionary<uint, StreamPlace> _bridged;

    // Of frames published before this connection and not confirmed then.
    private readonly IReadOnlyDictionary<uint, StreamPlace> _publishedBefore;
    private readonly Sent[] _sent;
    private readonly Func<uint, StreamPlace?> _placeOf;
    private long _taken;
    private ulong _markers;
    private ulong _markerEpoch;
    private uint _markerRevision;
    private long _markedAt;
    private long _heartbeatAt;

    public BridgeSession(
        StreamPublisher publisher,
        BridgeMessages messages,
        BridgeCursor cursor,
        BridgeStatus status,
        RigRegistry rigs,
        PublisherIdentity identity,
        IReadOnlyDictionary<uint, StreamPlace> publishedBefore,
        int window,
        TimeProvider time)
    {
        (_publisher, _messages, _cursor, _status) = (publisher, messages, cursor, status);
        (_rigs, _identity, _publishedBefore, _time) = (rigs, identity, publishedBefore, time);
        _bridged = cursor.Places.ToDictionary(place => place.Stream);
        _sent = new Sent[window + StreamPublisher.MostBeyondRoom];
        _placeOf = stream => _bridged.TryGetValue(stream, out StreamPlace place) ? place : null;
    }

    /// <summary>Last published frame of each stream.</summary>
    public IReadOnlyDictionary<uint, StreamPlace> Bridged => _bridged;

    /// <summary>When the connector published the oldest frame that is not confirmed, UTC ns; null none.</summary>
    public long? OldestNs
    {
        get
        {
            for (long number = _taken + 1; number <= _publisher.Published; number++)
            {
                if (_sent[(number - 1) % _sent.Length] is { IsFrame: true } sent)
                    return sent.PublishedNs;
            }

            return null;
        }
    }

    /// <summary>When the connector published the frame that was confirmed last, UTC ns; null none.</summary>
    public long? ConfirmedNs { get; private set; }

    /// <summary>Messages that are not confirmed.</summary>
    public long Outstanding => _publisher.Published - _publisher.Confirmed;

    private bool IsMarkerDue => _time.GetElapsedTime(_markedAt) >= MarkerInterval;

    private bool IsHeartbeatDue => _time.GetElapsedTime(_heartbeatAt) >= HeartbeatSender.Interval;

    /// <summary>Publishes a frame of the journal, after the marker that it needs.</summary>
    public async ValueTask PublishAsync(JournalTail tail, CancellationToken stop)
    {
        uint revision = tail.Frame.CatalogueRevision;
        if (_markers == 0 || _markerEpoch != tail.Epoch || _markerRevision != revision || IsMarkerDue)
            await MarkAsync(tail.Epoch, revision, stop).ConfigureAwait(false);
        await SendAsync(tail, stop).ConfigureAwait(false);
    }

    /// <summary>Publishes what is due while there are no frames.</summary>
    public async ValueTask KeepUpAsync(CancellationToken stop)
    {
        if (_markers == 0 || IsMarkerDue)
            await MarkAsync(_identity.Epoch, _rigs.Current.Catalogue.Revision, stop).ConfigureAwait(false);
        if (IsHeartbeatDue)
            await HeartbeatAsync(FrameFlags.None, stop).ConfigureAwait(false);
    }

    /// <summary>Publishes a heartbeat.</summary>
    public ValueTask HeartbeatAsync(FrameFlags flags, CancellationToken stop)
    {
        _heartbeatAt = _time.GetTimestamp();
        _messages.WriteHeartbeat(_placeOf, flags);
        StreamPlace place = new(FrameHeader.HeartbeatStream, _identity.Epoch, _messages.Heartbeats);
        return SendAsync(place, isControl: false, FrameKind.Heartbeat, _messages.Header, stop);
    }

    /// <summary>Moves the cursor over what was confirmed.</summary>
    public void TakeConfirmed()
    {
        for (long confirmed = _publisher.Confirmed; _taken < confirmed;)
        {
            Sent sent = _sent[_taken++ % _sent.Length];
            if (!sent.IsFrame)
                continue;
            _cursor.Confirm(sent.Place);
            _status.CountConfirmed(sent.Bytes);
            ConfirmedNs = sent.PublishedNs;
        }
    }

    private async ValueTask MarkAsync(ulong epoch, uint revision, CancellationToken stop)
    {
        (_markerEpoch, _markerRevision, _markedAt) = (epoch, revision, _time.GetTimestamp());
        StreamPlace place = new(FrameHeader.ControlStream, epoch, ++_markers);
        _messages.WriteWelcome(epoch, _bridged.Values);
        await SendAsync(place, isControl: true, FrameKind.Catalogue, default, stop).ConfigureAwait(false);
        if (_messages.WriteCatalogue(revision))
            await SendAsync(place, isControl: true, FrameKind.Catalogue, default, stop).ConfigureAwait(false);
    }

    private ValueTask SendAsync(
        StreamPlace place, bool isControl, FrameKind kind, ReadOnlySpan<byte> header, CancellationToken stop)
    {
        Note(new Sent(place, 0, 0, IsFrame: false));
        string key = StreamQueue.RoutingKeyOf(_identity.TopicOf(kind).Utf8);
        return _publisher.PublishAsync(key, place, isControl, header, _messages.Payload, stop);
    }

    private ValueTask SendAsync(JournalTail tail, CancellationToken stop)
    {
        ref readonly FrameHeader frame = ref tail.Frame;
        StreamPlace place = new(frame.Stream, frame.Epoch, frame.Sequence);
        Note(new Sent(place, tail.Header.Length + tail.Payload.Length, frame.PublishedNs, IsFrame: true));
        _bridged[frame.Stream] = place;
        _status.CountPublished(
            _publishedBefore.TryGetValue(place.Stream, out StreamPlace before)
                && (before.Epoch, before.Sequence).CompareTo((place.Epoch, place.Sequence)) >= 0);
        return _publisher.PublishAsync(KeyOf(frame), place, isControl: false, tail.Header, tail.Payload, stop);
    }

    // A place is used again once what it had is confirmed and moved the cursor.
    private void Note(in Sent sent)
    {
        TakeConfirmed();
        _sent[_publisher.Published % _sent.Length] = sent;
    }

    // The topics of a stream of blocks do not change; those of the control stream are by kind.
    private string KeyOf(in FrameHeader frame)
    {
        if (!FrameHeader.IsDataStream(frame.Stream))
            return StreamQueue.RoutingKeyOf(_identity.TopicOf(frame.Kind).Utf8);
        if (!_routingKeys.TryGetValue(frame.Stream, out string? key))
            _routingKeys[frame.Stream] = key = StreamQueue.RoutingKeyOf(_rigs.TopicOf(frame).Utf8);
        return key;
    }

    private readonly record struct Sent(StreamPlace Place, int Bytes, long PublishedNs, bool IsFrame);
}
