using System.Diagnostics;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using Testing.Brokers;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>
/// A process that reads a queue: the consumer, and the delivery as a monitor drives it. The test is its receive thread.
/// </summary>
internal sealed class QueueReader : IDisposable
{
    private readonly FrameBuffer _buffer = new(FrameLimits.Default);
    private readonly Heartbeat _heartbeat = new();
    private readonly ConsumerDelivery _delivery;
    private StreamDelivery? _stream;

    /// <summary>Begins to read, as the process after an earlier one if there is one.</summary>
    public QueueReader(RabbitMqServer server, StreamQueue queue, QueueReader? before = null)
        : this(BridgeWriter.AddressOf(server), queue, before)
    {
    }

    public QueueReader(BrokerAddress address, StreamQueue queue, QueueReader? before = null)
        : this(address, queue, before?.Position, before?.Kept ?? [])
    {
    }

    public QueueReader(
        BrokerAddress address, StreamQueue queue, DeliveryPosition? saved, IReadOnlyList<StreamMarker> markers)
    {
        _delivery = new ConsumerDelivery(new DeliverySettings { OnGap = GapPolicy.Skip }, TimeProvider.System);
        if (saved is not null)
            _stream = _delivery.Add(BridgeWriter.Publisher, BridgeWriter.Stream, saved);
        Consumer = new StreamConsumer(
            new ConsumerOptions(() => address, queue, "test reader")
            {
                Consumed = saved is { } at
                    ? [new(BridgeWriter.Publisher, new StreamPlace(BridgeWriter.Stream, at.Epoch, at.Next - 1))] : [],
                Markers = markers,
                Save = markers =>
                {
                    Kept = markers;
                    return null;
                },
            },
            TimeProvider.System);
        foreach (FrameKind kind in (FrameKind[])[FrameKind.Data, FrameKind.Heartbeat, FrameKind.Loss, FrameKind.Event])
            Consumer.Data.Subscribe(Topic.Prefix(kind));
        Consumer.Start();
    }

    public StreamConsumer Consumer { get; }

    public IReadOnlyList<StreamMarker> Kept { get; private set; } = [];

    /// <summary>What was read, in order: sequences of data frames, and names of the rest.</summary>
    public List<string> Read { get; } = [];

    /// <summary>Its markers are lost.</summary>
    public void Forget()
    {
        Dispose();
        Kept = [];
    }

    public List<string> Notices { get; } = [];

    public StreamAccount Account => _stream?.Account() ?? default;

    public DeliveryPosition? Position => _stream?.Position;

    /// <summary>Reads until the delivery is at a sequence.</summary>
    public void ReadTo(ulong sequence, ulong epoch = 1) => ReadUntil(
        () => Position is { } at && at.Epoch == epoch && at.Next == sequence + 1,
        () => $"epoch {epoch} is read to {sequence}: {Position}, {Consumer.Fault}, {string.Join(' ', Read.TakeLast(20))}");

    /// <summary>Reads until a condition holds.</summary>
    public void ReadUntil(Func<bool> condition, string what) => ReadUntil(condition, () => what);

    public void Dispose() => Consumer.Dispose();

    private void ReadUntil(Func<bool> condition, Func<string> what)
    {
        long begun = Stopwatch.GetTimestamp();
        while (!condition())
        {
            if (Stopwatch.GetElapsedTime(begun) > TimeSpan.FromSeconds(60))
                throw new TimeoutException($"Not in time: {what()}");
            Consumer.Wait.Wait(20);
            Turn();
        }
    }

    private void Turn()
    {
        while (Consumer.Data.TryReceive(_buffer) is var status && status != ReceiveStatus.Empty)
        {
            if (status == ReceiveStatus.Frame)
                TakeFrame();
            else
                Read.Add("malformed");
        }

        while (Consumer.Control.TryReceive(_buffer) == ReceiveStatus.Control)
            TakeControl();
        while (Consumer.TryTakeNotice(out string? notice))
            Notices.Add(notice);
    }

    private void TakeFrame()
    {
        FrameHeaderReader.ReadHeader(
            _buffer.Header, _buffer.Payload.Length, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        if (header.Kind == FrameKind.Heartbeat)
        {
            _heartbeat.TryRead(_buffer.Payload, out _).ShouldBeTrue();
            _delivery.OnHeartbeat(header.Publisher, _heartbeat, (header.Flags & FrameFlags.EndOfStream) != 0);
            Read.Add("heartbeat");
        }
        else
        {
            _buffer.Payload.ContainsAnyExcept((byte)header.Sequence).ShouldBeFalse("the payload is that of its header");
            _stream ??= _delivery.Add(header.Publisher, header.Stream);
            _stream.OnFrame(header, FrameSource.Live, token: 1, _buffer.MemoryBytes);
            Read.Add($"{header.Epoch}.{header.Sequence}");
        }

        while (_stream?.TryRelease(out _) == true)
            Read.Add("released");
        while (_stream?.TryDiscard(out _) == true)
            Read.Add("discarded");
    }

    private void TakeControl()
    {
        ControlEnvelope.TryRead(_buffer.Payload, out ControlEnvelope envelope, out _).ShouldBeTrue();
        if (envelope.Op == ControlOp.Welcome)
            _delivery.OnWelcome(Welcome.Read(_buffer.Payload, out _)!);
        Read.Add(envelope.Op.ToString());
    }
}
