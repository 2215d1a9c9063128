using System.Buffers;
using FuncLibs.Amqp;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using RabbitMQ.Client;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>A message as a bridge writes it.</summary>
internal sealed record SeedMessage(bool IsControl, string Key, StreamPlace Place, byte[] Body)
{
    private const ulong Epoch = 3;

    /// <summary>Frames of each kind, welcomes and a catalogue.</summary>
    public static IReadOnlyList<SeedMessage> All { get; } =
    [
        Welcome(epochs: 0),
        Catalogue(),
        Welcome(epochs: 3),
        Frame("D.lab.rig1.main", FrameKind.Data, 1, [1, 2, 3]),
        Frame("D.lab.rig1.main", FrameKind.Data, 1, new byte[500]),
        Frame("D.lab.rig1.main", FrameKind.Data, 1, []),
        Frame("L.lab.rig1._", FrameKind.Loss, FrameHeader.ControlStream, new byte[40]),
        Frame("E.lab.rig1._", FrameKind.Event, FrameHeader.ControlStream, new byte[60]),
        Frame("H.lab.rig1._", FrameKind.Heartbeat, FrameHeader.HeartbeatStream, Heartbeat()),
    ];

    /// <summary>Its properties, as a broker delivers them.</summary>
    public BasicProperties NewProperties()
    {
        BasicProperties properties = FrameMessage.NewProperties(BridgeWriter.Publisher);
        FrameMessage.Set(properties, Place, IsControl);
        properties.Headers!["publisher"] = System.Text.Encoding.ASCII.GetBytes(BridgeWriter.Publisher.ToString());
        properties.Headers[FrameMessage.OffsetHeader] = 7L;
        return properties;
    }

    private static SeedMessage Welcome(int epochs)
    {
        Welcome welcome = new() { Publisher = BridgeWriter.Publisher, Instance = Guid.NewGuid(), Epoch = Epoch };
        for (int i = 1; i <= epochs; i++)
            welcome.Epochs.Add(new EpochRange((ulong)i, 1, 1, 100, Exact: true));
        welcome.Streams.Add(new NamedStream(1, "main"));
        return Control(welcome.Write);
    }

    private static SeedMessage Catalogue()
    {
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(new PublisherCatalogue(1, BridgeWriter.Publisher, "lab", "rig1", [], []), catalogue);
        return Control(output => new CatalogueAnswer(0).Write(output, catalogue.WrittenSpan));
    }

    private static SeedMessage Control(Action<ArrayBufferWriter<byte>> write)
    {
        ArrayBufferWriter<byte> body = new();
        write(body);
        StreamPlace place = new(FrameHeader.ControlStream, Epoch, 1);
        return new SeedMessage(true, "C.lab.rig1._", place, body.WrittenSpan.ToArray());
    }

    private static byte[] Heartbeat()
    {
        Heartbeat heartbeat = new() { Instance = Guid.NewGuid(), Epoch = Epoch, Link = LinkState.Online };
        heartbeat.Streams.Add(new StreamProgress(1, 5, 5));
        ArrayBufferWriter<byte> output = new();
        heartbeat.Write(output);
        return output.WrittenSpan.ToArray();
    }

    private static SeedMessage Frame(string key, FrameKind kind, uint stream, byte[] payload)
    {
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader
        {
            Kind = kind,
            Publisher = BridgeWriter.Publisher,
            Stream = stream,
            Content = 1,
            Epoch = Epoch,
            Sequence = 5,
            AcquiredNs = 1,
            PublishedNs = 2,
            CatalogueRevision = 1,
        }.WithPayload(payload).Write(header);
        return new SeedMessage(false, key, new StreamPlace(stream, Epoch, 5), [.. header, .. payload]);
    }
}
