using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>Numbers, serializes and sends one block. Publish thread only; does not allocate after warm-up.</summary>
internal sealed class BlockPublisher
{
    private readonly FrameSender _sender;
    private readonly ControlStream _control;
    private readonly PublishFormat _format;
    private readonly PublishCounters _counters;
    private readonly ulong _epoch;
    private readonly SampleMarks? _samples;

    public BlockPublisher(
        FrameSender sender,
        ControlStream control,
        PublishFormat format,
        PublishCounters counters,
        ulong epoch = 0,
        SampleMarks? samples = null)
    {
        (_epoch, _samples) = (epoch, samples);
        _sender = sender;
        _control = control;
        _format = format;
        _counters = counters;
    }

    public FrameLimits Limits { get; init; } = FrameLimits.Default;

    public void Publish(PublishedRig rig, in SourceItem item, int source = 0)
    {
        int index = rig.IndexOf(source, item.Stream);
        PublishedStream stream = rig.Streams[index];
        uint revision = rig.Catalogue.Revision;
        StreamDescription described = rig.Catalogue.Streams[index];
        int points = SourceFeed.PointsOf(item.Block!, described);
        stream.Acquired(item.DueNs);
        if (item.Missing.Count > 0)
            DeclareMissing(stream, item.Missing, revision, item.DueNs);

        PayloadBuffer payload = stream.LastFrame.Next;
        byte content = _format.Serialize(item.Block!, payload, index == 0);
        if (payload.Length > Limits.MaxPayloadBytes)
        {
            Refuse(stream, item, payload.Length, revision, points);
            Mark(stream, item, points, described.BaseRateHz);
            return;
        }

        ulong sequence = stream.Next;
        _sender.Send(
            stream.Topic,
            new FrameHeader
            {
                Kind = FrameKind.Data,
                Flags = FlagsOf(stream, item),
                Stream = stream.Id,
                Content = content,
                Sequence = sequence,
                AcquiredNs = item.DueNs,
                CatalogueRevision = revision,
            },
            payload.Written);
        stream.Published(sequence);
        Mark(stream, item, points, described.BaseRateHz);
        stream.LastFrame.Commit(_sender.LastHeader);
        _counters.CountBlock();
    }

    private static FrameFlags FlagsOf(PublishedStream stream, in SourceItem item) =>
        (item.Trimmed ? FrameFlags.Trimmed : FrameFlags.None)
        | (stream.HasGap ? FrameFlags.SamplesMissing : FrameFlags.None)
        | (stream.IsFirstAfterUncleanStop ? FrameFlags.AfterUncleanStop : FrameFlags.None);

    // After the send: if the process ends in between, the position file has the sequence, and the next start advances
    // the mark by it.
    private void Mark(PublishedStream stream, in SourceItem item, int points, double rateHz)
    {
        long first = item.Block!.FirstSampleIndex;
        _samples?.Store(stream.Id, new SampleMark(_epoch, stream.Last, first, points, item.DueNs, rateHz));
    }

    private void DeclareMissing(PublishedStream stream, in SampleRange missing, uint revision, long dueNs)
    {
        stream.CountLostSamples(missing.Count);
        _control.SendLoss(
            new LossPayload(stream.Id, null, missing.First, missing.Last, missing.Reason ?? ""), revision, dueNs);
    }

    // Only formats far larger than content 1 get here (json): the hello was checked against the frame limit.
    private void Refuse(PublishedStream stream, in SourceItem item, int bytes, uint revision, int points)
    {
        string reason = $"a payload of {bytes} bytes is above the limit of {Limits.MaxPayloadBytes}";
        SampleRange refused = new(item.Block!.FirstSampleIndex, points, reason);
        _counters.CountOversize();
        DeclareMissing(stream, refused, revision, item.DueNs);
    }
}
