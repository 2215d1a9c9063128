using FuncLibs.Journal.Writing;
using FuncLibs.Wire;
using FuncLibs.Wire.Broadcast;

namespace HardwareConnector.Publishing;

/// <summary>The publisher's stream 0: catalogue, loss and event frames share its contiguous sequence. Publish thread only.</summary>
internal sealed class ControlStream
{
    private readonly FrameSender _sender;
    private readonly Topic _catalogueTopic;
    private readonly Topic _lossTopic;
    private readonly Topic _eventTopic;
    private readonly PayloadBuffer _payload = new();
    private ulong _last;

    public ControlStream(FrameSender sender, PublisherIdentity identity)
    {
        _sender = sender;
        _catalogueTopic = identity.TopicOf(FrameKind.Catalogue);
        _lossTopic = identity.TopicOf(FrameKind.Loss);
        _eventTopic = identity.TopicOf(FrameKind.Event);
    }

    /// <summary>Last sequence of this epoch; 0 before the first frame.</summary>
    public ulong Last => _last;

    public void SendCatalogue(PublishedRig rig, long nowNs) =>
        Send(_catalogueTopic, FrameKind.Catalogue, rig.Catalogue.Revision, nowNs, rig.EncodedCatalogue);

    /// <summary>Declares samples that never got a sequence. Takes memory: a loss is not the normal path.</summary>
    public void SendLoss(uint stream, in Sources.SampleRange missing, uint revision, long acquiredNs)
    {
        _payload.Clear();
        new LossNotice(stream, null, missing.First, missing.Last, missing.Reason ?? "").Write(_payload);
        Send(_lossTopic, FrameKind.Loss, revision, acquiredNs, _payload.Written);
    }

    /// <summary>Says what was published and is missing from the journal: nobody can ask for it again.</summary>
    public void SendHole(in JournalHole hole, uint revision, long nowNs)
    {
        _payload.Clear();
        new LossNotice(hole.Stream, hole.Epoch, (long)hole.From, (long)hole.To, $"not in the journal: {hole.Reason}").Write(_payload);
        Send(_lossTopic, FrameKind.Loss, revision, nowNs, _payload.Written);
    }

    /// <summary>Closes an earlier life of this publisher for one stream.</summary>
    public void SendEpoch(in EpochNotice notice, uint revision, long nowNs)
    {
        _payload.Clear();
        notice.Write(_payload);
        Send(_eventTopic, FrameKind.Event, revision, nowNs, _payload.Written);
    }

    /// <summary>Says that this machine's clock was stepped.</summary>
    public void SendClock(in ClockNotice notice, uint revision)
    {
        _payload.Clear();
        notice.Write(_payload);
        Send(_eventTopic, FrameKind.Event, revision, notice.UtcNs, _payload.Written);
    }

    /// <summary>Says that this life began with a state older than its journal.</summary>
    public void SendRestored(in RestoredNotice notice, uint revision)
    {
        _payload.Clear();
        notice.Write(_payload);
        Send(_eventTopic, FrameKind.Event, revision, notice.UtcNs, _payload.Written);
    }

    private void Send(Topic topic, FrameKind kind, uint revision, long acquiredNs, ReadOnlySpan<byte> payload) => _sender.Send(
        topic,
        new FrameHeader
        {
            Kind = kind,
            Stream = FrameHeader.ControlStream,
            Content = ContentIds.ControlMap,
            Sequence = ++_last,
            AcquiredNs = acquiredNs,
            CatalogueRevision = revision,
        },
        payload);
}
