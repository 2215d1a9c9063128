using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Messaging.Publishing;

/// <summary>
/// A publisher's stream 0: catalogue, loss and event frames share its contiguous sequence. Publish thread only.
/// </summary>
public sealed class ControlStream
{
    private readonly FrameSender _sender;
    private readonly Topic _catalogueTopic;
    private readonly Topic _lossTopic;
    private readonly Topic _eventTopic;
    private readonly PayloadBuffer _payload = new();
    private ulong _last;

    /// <summary>Creates a stream that has sent nothing in this epoch.</summary>
    public ControlStream(FrameSender sender, PublisherIdentity identity)
    {
        _sender = sender;
        _catalogueTopic = identity.TopicOf(FrameKind.Catalogue);
        _lossTopic = identity.TopicOf(FrameKind.Loss);
        _eventTopic = identity.TopicOf(FrameKind.Event);
    }

    /// <summary>Last sequence of this epoch; 0 before the first frame.</summary>
    public ulong Last => _last;

    /// <summary>Sends the catalogue.</summary>
    /// <param name="encoded">The catalogue as bytes.</param>
    /// <param name="revision">Its revision.</param>
    /// <param name="nowNs">UTC ns.</param>
    public void SendCatalogue(ReadOnlySpan<byte> encoded, uint revision, long nowNs) =>
        Send(_catalogueTopic, FrameKind.Catalogue, revision, nowNs, encoded);

    /// <summary>Sends a loss frame. Allocates: a loss is not the normal path.</summary>
    /// <param name="payload">What is lost, and why.</param>
    /// <param name="revision">Revision of the catalogue in force.</param>
    /// <param name="acquiredNs">Due time of the lost samples, or now; UTC ns.</param>
    public void SendLoss(LossPayload payload, uint revision, long acquiredNs) =>
        Send(_lossTopic, FrameKind.Loss, revision, acquiredNs, Write(payload));

    /// <summary>Sends an event frame.</summary>
    /// <param name="payload">The event.</param>
    /// <param name="revision">Revision of the catalogue in force.</param>
    /// <param name="happenedNs">Time of the event, UTC ns.</param>
    /// <param name="flags">Flags of the frame, in addition to those of the publisher.</param>
    public void SendEvent<TPayload>(
        TPayload payload, uint revision, long happenedNs, FrameFlags flags = FrameFlags.None)
        where TPayload : IBroadcastPayload =>
        Send(_eventTopic, FrameKind.Event, revision, happenedNs, Write(payload), flags);

    private ReadOnlySpan<byte> Write<TPayload>(TPayload payload)
        where TPayload : IBroadcastPayload
    {
        _payload.Clear();
        payload.Write(_payload);
        return _payload.Written;
    }

    private void Send(
        Topic topic,
        FrameKind kind,
        uint revision,
        long acquiredNs,
        ReadOnlySpan<byte> payload,
        FrameFlags flags = FrameFlags.None) =>
        _sender.Send(
        topic,
        new FrameHeader
        {
            Kind = kind,
            Flags = flags,
            Stream = FrameHeader.ControlStream,
            Content = ContentIds.ControlMap,
            Sequence = ++_last,
            AcquiredNs = acquiredNs,
            CatalogueRevision = revision,
        },
        payload);
}

/// <summary>Content ids of payloads that are not blocks.</summary>
public static class ContentIds
{
    /// <summary>A map with string keys: every control payload.</summary>
    public const byte ControlMap = 8;
}
