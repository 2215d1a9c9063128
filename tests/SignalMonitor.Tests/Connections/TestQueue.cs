using System.Buffers;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using Testing.Brokers;

namespace SignalMonitor.Tests.Connections;

/// <summary>Writes a stream queue as the bridge of a connector does, with blocks of <see cref="TestStream"/>.</summary>
internal sealed class TestQueue : IDisposable
{
    private readonly ArrayBufferWriter<byte> _payload = new(1 << 16);
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
    private readonly Heartbeat _heartbeat = new();
    private readonly Guid _instance = Guid.NewGuid();
    private readonly StreamPublisher _publisher;
    private ulong _markers;

    public TestQueue(RabbitMqServer server, string queue)
    {
        BrokerAddress.TryParse($"amqp://127.0.0.1:{server.Port}", out BrokerAddress? address, out _).ShouldBeTrue();
        _publisher = StreamPublisher.OpenAsync(
            address,
            StreamQueue.For("lab", "rig1", name: queue),
            TestStream.Publisher,
            PublishWindow.Default,
            "test bridge",
            looksInside: false,
            CancellationToken.None).GetAwaiter().GetResult();
    }

    public ulong Last { get; private set; }

    /// <summary>How long ago what is written was published.</summary>
    public TimeSpan Age { get; set; }

    private long NowNs => TimeProvider.System.NowNs() - (Age.Ticks * UtcClock.NanosecondsPerTick);

    public void Marker()
    {
        Welcome welcome = new() { Publisher = TestStream.Publisher, Instance = _instance, Epoch = 1 };
        if (Last > 0)
            welcome.Epochs.Add(new EpochRange(1, TestStream.Id, 1, Last, Exact: false));
        _markers++;
        Control(output => welcome.Write(output));
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(TestStream.Catalogue(1), catalogue);
        Control(output => new CatalogueAnswer(0).Write(output, catalogue.WrittenSpan));
    }

    public void Blocks(int count)
    {
        for (int i = 0; i < count; i++)
        {
            _payload.ResetWrittenCount();
            _serializer.Serialize(TestStream.Block(), _payload);
            Frame("D.lab.rig1.main", FrameKind.Data, TestStream.Id, ++Last, content: 1);
        }
    }

    /// <summary>Blocks that the bridge did not copy.</summary>
    public void Skip(int count) => Last += (ulong)count;

    public void Heartbeat()
    {
        (_heartbeat.Instance, _heartbeat.Epoch, _heartbeat.Link) = (_instance, 1, LinkState.Online);
        _heartbeat.SentUtcNs = _heartbeat.LastAcquiredNs = NowNs;
        _heartbeat.Streams.Clear();
        _heartbeat.Streams.Add(new StreamProgress(TestStream.Id, Last, Last));
        _payload.ResetWrittenCount();
        _heartbeat.Write(_payload);
        Frame("H.lab.rig1._", FrameKind.Heartbeat, FrameHeader.HeartbeatStream, 1, content: 8);
    }

    public void Loss(ulong number, long samples)
    {
        _payload.ResetWrittenCount();
        new LossPayload(TestStream.Id, Epoch: null, First: 1, Last: samples, "test").Write(_payload);
        Frame("L.lab.rig1._", FrameKind.Loss, FrameHeader.ControlStream, number, content: 8);
    }

    public void Dispose() => _publisher.DisposeAsync().AsTask().GetAwaiter().GetResult();

    private void Control(Action<ArrayBufferWriter<byte>> write)
    {
        _payload.ResetWrittenCount();
        write(_payload);
        Publish("C.lab.rig1._", new StreamPlace(0, 1, _markers), isControl: true, []);
    }

    private void Frame(string key, FrameKind kind, uint stream, ulong sequence, byte content)
    {
        new FrameHeader
        {
            Kind = kind,
            Publisher = TestStream.Publisher,
            Stream = stream,
            Content = content,
            Epoch = 1,
            Sequence = sequence,
            AcquiredNs = NowNs,
            PublishedNs = NowNs,
            CatalogueRevision = 1,
        }.WithPayload(_payload.WrittenSpan).Write(_header);
        Publish(key, new StreamPlace(stream, 1, sequence), isControl: false, _header);
    }

    private void Publish(string key, in StreamPlace place, bool isControl, ReadOnlySpan<byte> header)
    {
        while (!_publisher.HasRoom)
            _publisher.WaitAsync(TimeSpan.FromMilliseconds(100), CancellationToken.None).GetAwaiter().GetResult();
        _publisher.PublishAsync(key, place, isControl, header, _payload.WrittenSpan, CancellationToken.None)
            .AsTask().GetAwaiter().GetResult();
    }
}
