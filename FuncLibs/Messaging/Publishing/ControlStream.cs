using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Messaging.Publishing;

/// <summary>A publisher's stream 0: catalogue, loss and event frames share its contiguous sequence. Publish thread only.</summary>
public sealed class ControlStream
{
    private readonly FrameSender _sender;
    private readonly Topic _catalogueTopic;
    private readonly Topic _lossTopic;
    private readonly Topic _eventTopic;
    private readonly PayloadBuffer _payload = new();
    private ulong _last;

    /// <summary>A stream that has sent nothing in this epoch.</summary>
    public ControlStream(FrameSender sender, PublisherIdentity identity)
    {
        _sender = sender;
        _catalogueTopic = identity.TopicOf(FrameKind.Catalogue);
        _lossTopic = identity.TopicOf(FrameKind.Loss);
        _eventTopic = identity.TopicOf(FrameKind.Event);
    }

    /// <summary>Last sequence of this epoch; 0 before the first frame.</summary>
    public ulong Last => _last;

    /// <summary>Says what is published.</summary>
    /// <param name="encoded">The catalogue as bytes.</param>
    /// <param name="revision">Its revision.</param>
    /// <param name="nowNs">UTC ns.</param>
    public void SendCatalogue(ReadOnlySpan<byte> encoded, uint revision, long nowNs) =>
        Send(_catalogueTopic, FrameKind.Catalogue, revision, nowNs, encoded);

    /// <summary>Declares what is lost. Takes memory: a loss is not the normal path.</summary>
    /// <param name="notice">What, and why.</param>
    /// <param name="revision">Revision of the catalogue in force.</param>
    /// <param name="acquiredNs">When it would have been, or now; UTC ns.</param>
    public void SendLoss(LossPayload notice, uint revision, long acquiredNs) =>
        Send(_lossTopic, FrameKind.Loss, revision, acquiredNs, Write(notice));

    /// <summary>Says what happened.</summary>
    /// <param name="notice">What.</param>
    /// <param name="revision">Revision of the catalogue in force.</param>
    /// <param name="happenedNs">When; UTC ns.</param>
    /// <param name="flags">What the frame says of it, beside the flags of the publisher.</param>
    public void SendEvent<TNotice>(TNotice notice, uint revision, long happenedNs, FrameFlags flags = FrameFlags.None)
        where TNotice : IBroadcastPayload => Send(_eventTopic, FrameKind.Event, revision, happenedNs, Write(notice), flags);

    private ReadOnlySpan<byte> Write<TNotice>(TNotice notice)
        where TNotice : IBroadcastPayload
    {
        _payload.Clear();
        notice.Write(_payload);
        return _payload.Written;
    }

    private void Send(
        Topic topic, FrameKind kind, uint revision, long acquiredNs, ReadOnlySpan<byte> payload, FrameFlags flags = FrameFlags.None) =>
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

/// <summary>Content ids that are not those of a block serializer.</summary>
public static class ContentIds
{
    /// <summary>A map with string keys: every control payload.</summary>
    public const byte ControlMap = 8;
}
