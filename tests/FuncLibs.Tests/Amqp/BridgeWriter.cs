using System.Buffers;
using System.Diagnostics;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using Testing;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp;

/// <summary>Writes a stream queue as a bridge does: frames of one stream, markers and heartbeats.</summary>
internal sealed class BridgeWriter : IDisposable
{
    public const uint Stream = 1;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly ArrayBufferWriter<byte> _payload = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly StreamPublisher _publisher;
    private readonly Heartbeat _heartbeat = new();
    private readonly SortedDictionary<ulong, ulong> _lasts = [];
    private ulong _markers;

    private BridgeWriter(StreamPublisher publisher) => _publisher = publisher;

    public static Guid Publisher { get; } = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");

    public ulong Epoch { get; set; } = 1;

    public Guid Instance { get; set; } = Guid.NewGuid();

    /// <summary>Last sequence in the epoch.</summary>
    public ulong Last
    {
        get => _lasts.GetValueOrDefault(Epoch);
        set => _lasts[Epoch] = value;
    }

    public static BrokerAddress AddressOf(RabbitMqServer server)
    {
        BrokerAddress.TryParse($"amqp://127.0.0.1:{server.Port}", out BrokerAddress? address, out _).ShouldBeTrue();
        return address;
    }

    public static BridgeWriter Open(RabbitMqServer server, StreamQueue queue) => Open(AddressOf(server), queue);

    public static BridgeWriter Open(BrokerAddress address, StreamQueue queue)
    {
        // A broker that has just started does not find its queues for a moment.
        StreamPublisher? publisher = null;
        string? fault = null;
        try
        {
            Eventually.True(
                () => (publisher = TryOpen(address, queue, ref fault)) is not null, "the queue can be written");
        }
        catch (TimeoutException e)
        {
            throw new TimeoutException($"{e.Message} {fault}", e);
        }

        return new BridgeWriter(publisher!);
    }

    /// <summary>A welcome and a catalogue.</summary>
    public void Marker(uint revision = 1)
    {
        Welcome welcome = new() { Publisher = Publisher, Instance = Instance, Epoch = Epoch };
        foreach ((ulong epoch, ulong last) in _lasts.TakeWhile(one => one.Key <= Epoch))
            welcome.Epochs.Add(new EpochRange(epoch, Stream, 1, last, Exact: true));
        Control(++_markers, output => welcome.Write(output));
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(new PublisherCatalogue(revision, Publisher, "lab", "rig1", [], []), catalogue);
        Control(_markers, output => new CatalogueAnswer(0).Write(output, catalogue.WrittenSpan));
    }

    /// <summary>Data frames with the next sequences.</summary>
    public void Frames(int count, int bytes = 100)
    {
        for (int i = 0; i < count; i++)
            Frame(Last + 1, bytes);
    }

    /// <summary>A data frame.</summary>
    public void Frame(ulong sequence, int bytes = 100)
    {
        _payload.ResetWrittenCount();
        _payload.GetSpan(bytes)[..bytes].Fill((byte)sequence);
        _payload.Advance(bytes);
        Last = Math.Max(Last, sequence);
        Send("D.lab.rig1.main", FrameKind.Data, Stream, sequence, FrameFlags.None);
    }

    public void Heartbeat(bool end = false)
    {
        (_heartbeat.Instance, _heartbeat.Epoch, _heartbeat.Link) = (Instance, Epoch, LinkState.Online);
        _heartbeat.SentUtcNs = _heartbeat.LastAcquiredNs = TimeProvider.System.NowNs();
        _heartbeat.Streams.Clear();
        _heartbeat.Streams.Add(new StreamProgress(Stream, Last, Last));
        _payload.ResetWrittenCount();
        _heartbeat.Write(_payload);
        Send(
            "H.lab.rig1._",
            FrameKind.Heartbeat,
            FrameHeader.HeartbeatStream,
            1,
            end ? FrameFlags.EndOfStream : FrameFlags.None);
    }

    /// <summary>Waits until the broker has everything.</summary>
    public void Confirm()
    {
        long begun = Stopwatch.GetTimestamp();
        while (_publisher.Confirmed < _publisher.Published)
        {
            (_publisher.Fault?.Text).ShouldBeNull();
            Stopwatch.GetElapsedTime(begun).ShouldBeLessThan(Limit);
            _publisher.WaitAsync(TimeSpan.FromMilliseconds(100), CancellationToken.None).GetAwaiter().GetResult();
        }
    }

    public void Dispose() => _publisher.DisposeAsync().AsTask().GetAwaiter().GetResult();

    private static StreamPublisher? TryOpen(BrokerAddress address, StreamQueue queue, ref string? fault)
    {
        try
        {
            return StreamPublisher.OpenAsync(
                address,
                queue,
                Publisher,
                PublishWindow.Default,
                "test bridge",
                looksInside: false,
                CancellationToken.None).GetAwaiter().GetResult();
        }
        catch (BrokerException e)
        {
            fault = e.Message;
            return null;
        }
    }

    private void Control(ulong number, Action<ArrayBufferWriter<byte>> write)
    {
        _payload.ResetWrittenCount();
        write(_payload);
        Publish("C.lab.rig1._", new StreamPlace(0, Epoch, number), isControl: true, []);
    }

    private void Send(string key, FrameKind kind, uint stream, ulong sequence, FrameFlags flags)
    {
        new FrameHeader
        {
            Kind = kind,
            Flags = flags,
            Publisher = Publisher,
            Stream = stream,
            Content = 1,
            Epoch = Epoch,
            Sequence = sequence,
            AcquiredNs = TimeProvider.System.NowNs(),
            PublishedNs = TimeProvider.System.NowNs(),
            CatalogueRevision = 1,
        }.WithPayload(_payload.WrittenSpan).Write(_header);
        Publish(key, new StreamPlace(stream, Epoch, sequence), isControl: false, _header);
    }

    private void Publish(string key, in StreamPlace place, bool isControl, ReadOnlySpan<byte> header)
    {
        while (!_publisher.HasRoom)
        {
            (_publisher.Fault?.Text).ShouldBeNull();
            _publisher.WaitAsync(TimeSpan.FromMilliseconds(100), CancellationToken.None).GetAwaiter().GetResult();
        }

        _publisher.PublishAsync(key, place, isControl, header, _payload.WrittenSpan, CancellationToken.None)
            .AsTask().GetAwaiter().GetResult();
    }
}
