using FuncLibs.Blocks;
using FuncLibs.Publishing;
using FuncLibs.Serialization;
using FuncLibs.Wire;
using FuncLibs.Wire.Broadcast;
using HardwareConnector.Sources;

namespace HardwareConnector.Publishing;

/// <summary>Numbers one block, serializes it and sends it. Publish thread only; takes no memory once warm.</summary>
internal sealed class BlockPublisher
{
    private readonly FrameSender _sender;
    private readonly ControlStream _control;
    private readonly IBlockSerializer _serializer;
    private readonly PublishCounters _counters;

    public BlockPublisher(FrameSender sender, ControlStream control, IBlockSerializer serializer, PublishCounters counters)
    {
        _sender = sender;
        _control = control;
        _serializer = serializer;
        _counters = counters;
    }

    public void Publish(PublishedRig rig, in SourceItem item, int source = 0)
    {
        int index = rig.IndexOf(source, item.Stream);
        PublishedStream stream = rig.Streams[index];
        uint revision = rig.Catalogue.Revision;
        stream.Acquired(item.DueNs);
        if (item.Missing.Count > 0)
            DeclareMissing(stream, item.Missing, revision, item.DueNs);

        PayloadBuffer payload = stream.LastFrame.Next;
        payload.Clear();
        _serializer.Serialize(item.Block!, payload);
        if (payload.Length > FrameLimits.DefaultMaxPayloadBytes)
        {
            Refuse(stream, item, payload.Length, revision, rig.Catalogue.Streams[index].PointsPerBlock);
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
                Content = _serializer.ContentId,
                Sequence = sequence,
                AcquiredNs = item.DueNs,
                CatalogueRevision = revision,
            },
            payload.Written);
        stream.Published(sequence);
        stream.LastFrame.Commit(_sender.LastHeader);
        _counters.CountBlock();
    }

    private static FrameFlags FlagsOf(PublishedStream stream, in SourceItem item) =>
        (item.Trimmed ? FrameFlags.Trimmed : FrameFlags.None) | (stream.HasGap ? FrameFlags.SamplesMissing : FrameFlags.None);

    private void DeclareMissing(PublishedStream stream, in SampleRange missing, uint revision, long dueNs)
    {
        stream.CountLostSamples(missing.Count);
        _control.SendLoss(new LossNotice(stream.Id, null, missing.First, missing.Last, missing.Reason ?? ""), revision, dueNs);
    }

    // Only formats far larger than content 1 come here (json): the hello was checked against the frame limit.
    private void Refuse(PublishedStream stream, in SourceItem item, int bytes, uint revision, int pointsPerBlock)
    {
        CDataBlock block = item.Block!;
        int points = block.ChannelCount(BlockGroup.Servo) > 0
            ? block.Channel(BlockGroup.Servo, 0).PointCount
            : pointsPerBlock;
        SampleRange refused = new(block.FirstSampleIndex, points, $"a payload of {bytes} bytes is above the limit");
        _counters.CountOversize();
        DeclareMissing(stream, refused, revision, item.DueNs);
    }
}
