using System.Buffers;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using RabbitMQ.Client;

namespace FuncLibs.Tests.Amqp.Consuming;

/// <summary>
/// One message after the other into a subscription without a broker, and out of it as a monitor takes them. A message
/// is taken or counted by its cause, a frame that passes its CRCs is one that a bridge wrote, and memory is bounded.
/// </summary>
internal sealed class MessageTrial : IDisposable
{
    public const int MaxPayload = 3000;

    // A welcome or catalogue of this length, its copies, and the message of a fault.
    private const long MaxAllocation = 256 << 10;

    // Below half of the credit: then there is no need for a channel.
    private const int MessagesOfASession = 90;

    // From the begin, whose first marker is known.
    private static readonly ReadingPlace Place = ReadingPlace.First with { Maps = new FirstMaps([], null) };

    private static readonly FrameLimits Limits = new(MaxPayload);

    private readonly ConsumerOptions _options;
    private readonly BrokerAddress _address;
    private readonly ConsumerIntake _intake;
    private readonly StreamSubscriber _data;
    private readonly StreamControl _control;
    private readonly FrameBuffer _buffer = new(Limits);
    private readonly FrameBuffer _answer = new(Limits);
    private readonly byte[][] _requests;
    private ConsumerSession _session;
    private int _messages;

    public MessageTrial()
    {
        BrokerAddress.TryParse("amqp://localhost", out BrokerAddress? address, out _).ShouldBeTrue();
        _address = address;
        _options = new ConsumerOptions(() => address, StreamQueue.For("lab", "rig1"), "trial")
        {
            Limits = Limits,
            PrefetchBytes = long.MaxValue,
        };
        _intake = new ConsumerIntake(_options);
        _control = new StreamControl(_intake.Queue, CheckMarker);
        _data = new StreamSubscriber(_intake.Queue);
        foreach (FrameKind kind in (FrameKind[])[FrameKind.Data, FrameKind.Heartbeat, FrameKind.Loss, FrameKind.Event])
            _data.Subscribe(Topic.Prefix(kind));
        _requests = [Map(new Hello(1, "trial", ConsumerClass.Live).Write), Map(new CatalogueRequest(2).Write)];
        _intake.Begin(Place);
        _session = NewSession();
        foreach (SeedMessage seed in SeedMessage.All.Take(2))
            Check(0, seed.NewProperties(), seed.Key, seed.Body);
        Taken.ShouldBe(2);
    }

    /// <summary>Messages that were taken.</summary>
    public long Taken { get; private set; }

    /// <summary>Messages that were skipped.</summary>
    public long Skipped { get; private set; }

    /// <summary>Frames that passed their CRCs.</summary>
    public long WholeFrames { get; private set; }

    /// <summary>Markers that were consumed.</summary>
    public long Markers { get; private set; }

    /// <summary>Skipped messages of each cause.</summary>
    public IEnumerable<long> Causes => Enum.GetValues<ForeignCause>().Select(_intake.Foreign.Of);

    /// <summary>Reads a message.</summary>
    public void Check(long number, BasicProperties properties, string key, byte[] body)
    {
        if (++_messages % MessagesOfASession == 0)
            Renew();
        (long taken, long skipped) = (_intake.Messages, _intake.Foreign.Total);
        long allocated = GC.GetAllocatedBytesForCurrentThread();

        Task task = _session.HandleBasicDeliverAsync("", 1, redelivered: false, "cdb", key, properties, body);

        if (!task.IsCompletedSuccessfully)
            Assert.Fail($"input {number}: it waits, or failed: {task.Exception}");
        (taken, skipped) = (_intake.Messages - taken, _intake.Foreign.Total - skipped);
        bool hasOffset = FrameMessage.OffsetOf(properties) >= 0;
        if (taken + skipped != (hasOffset ? 1 : 0))
            Assert.Fail($"input {number}: taken {taken}, skipped {skipped}, has an offset {hasOffset}");
        (Taken, Skipped) = (Taken + taken, Skipped + skipped);
        Drain(number, key, body);
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        if (allocated > MaxAllocation)
            Assert.Fail($"input {number}: {allocated} bytes of memory for {body.Length}");
        if (!_session.End.IsCompleted)
            return;
        BrokerFaultKind? kind = _session.End.GetAwaiter().GetResult().Fault?.Kind;
        if (hasOffset || kind != BrokerFaultKind.WrongQueue)
            Assert.Fail($"input {number} ends the subscription: {kind}");
        Renew();
    }

    public void Dispose()
    {
        _session.Dispose();
        _data.Dispose();
        _control.Dispose();
        _intake.Dispose();
    }

    private static byte[] Map(Action<ArrayBufferWriter<byte>> write)
    {
        ArrayBufferWriter<byte> output = new();
        write(output);
        return output.WrittenSpan.ToArray();
    }

    private ConsumerSession NewSession()
    {
        ConsumerSession session = new(null!, _intake, _options, _address, Place, CancellationToken.None);
        _intake.Follow(session);
        return session;
    }

    private void Renew()
    {
        _session.Dispose();
        _session = NewSession();
    }

    private void Drain(long number, string key, byte[] body)
    {
        bool isControl = false;
        while (_intake.Queue.Count > 0)
        {
            ReceiveStatus status = _data.TryReceive(_buffer);
            if (status == ReceiveStatus.Frame)
                CheckFrame(number, key, body);
            else if (_control.TryReceive(_buffer) == ReceiveStatus.Control)
                isControl = true;
        }

        if (!isControl)
            return;
        if (!ControlEnvelope.TryRead(_buffer.Payload, out ControlEnvelope envelope, out _)
            || envelope.Op is not (ControlOp.Welcome or ControlOp.Catalogue))
            Assert.Fail($"input {number}: a control map that no bridge writes was delivered");
        foreach (byte[] request in _requests)
        {
            _control.TrySend(request);
            while (_control.TryReceive(_answer) == ReceiveStatus.Control)
            {
                if (!ControlEnvelope.TryRead(_answer.Payload, out _, out _))
                    Assert.Fail($"input {number}: an answer is no control map");
            }
        }
    }

    private void CheckFrame(long number, string key, byte[] body)
    {
        if (Topic.FindFault(_buffer.Topic, out _) is { } fault)
            Assert.Fail($"input {number}: topic of {key}: {fault}");
        if (_buffer.Header.Length + _buffer.Payload.Length != body.Length)
            Assert.Fail($"input {number}: {body.Length} bytes became another number");
        if (!FrameHeaderReader.Read(_buffer.Header, _buffer.Payload, Limits, out _).IsOk)
            return;
        WholeFrames++;
        if (!SeedMessage.All.Any(seed => !seed.IsControl && seed.Body.AsSpan().SequenceEqual(body)))
            Assert.Fail($"input {number}: a changed frame passes its CRCs");
    }

    private void CheckMarker(StreamMarker marker)
    {
        Markers++;
        bool isLegal = marker.Offset >= 0 && marker.Publisher == BridgeWriter.Publisher
            && marker.Epoch is not 0 and <= long.MaxValue && marker.Streams.Count <= StreamMarker.MaxStreams
            && marker.Streams.All(place => FrameHeader.IsDataStream(place.Stream) && place.Epoch <= marker.Epoch);
        if (!isLegal)
            Assert.Fail($"{marker} is none");
    }
}
