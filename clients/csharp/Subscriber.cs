using System.Buffers;
using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Checksums;

namespace TelemetryClient;

/// <summary>
/// A lossless consumer in one thread: blocks in order, each once; what was missed is read from the connector's journal,
/// or declared lost with its reason.
/// </summary>
internal sealed class Subscriber : IDisposable
{
    private const int WaitMs = 50;
    private static readonly TimeSpan HelloInterval = TimeSpan.FromMilliseconds(500);

    private readonly IFrameSubscriber _data;
    private readonly IControlClient _control;
    private readonly IWaitSet _wait;
    private readonly FrameBuffer _frame = new(FrameLimits.Default);
    private readonly ConsumerDelivery _delivery = new(new DeliverySettings(), TimeProvider.System);
    private readonly Dictionary<(Guid Publisher, uint Stream), StreamDelivery> _streams = [];
    private readonly Dictionary<int, (FrameHeader Header, byte[] Payload)> _held = [];
    private readonly Dictionary<(Guid Publisher, uint Revision), PublisherCatalogue> _catalogues = [];
    private readonly SerializerSet _serializers = BuiltInSerializers.CreateRegistry().CreateSet();
    private readonly CDataBlock _block = new(BlockLayout.Empty);
    private readonly Heartbeat _heartbeat = new();
    private readonly ArrayBufferWriter<byte> _request = new();
    private Action<FrameHeader, CDataBlock, StreamDescription?> _take = static (_, _, _) => { };
    private long _helloAt;
    private bool _isWelcome;
    private uint _id;
    private int _token;
    private int _seen;
    private int _left;

    /// <summary>Connects to a connector; it may start later.</summary>
    /// <param name="transport">The transport, with the own key where the connector demands one.</param>
    /// <param name="publish">Where it publishes.</param>
    /// <param name="control">Where it is asked.</param>
    /// <param name="serverKey">Its public key; null where it has none.</param>
    public Subscriber(ITransport transport, Endpoint publish, Endpoint control, CurveKey? serverKey = null)
    {
        _data = transport.Subscribe(publish, serverKey);
        _data.Subscribe([]);
        _control = transport.Connect(control, serverKey);
        _wait = transport.WaitFor(_data, _control);
    }

    /// <summary>Every so many live blocks one is thrown away, to see it healed; 0 = none.</summary>
    public int DropEvery { get; init; }

    /// <summary>Runs until so many blocks were delivered.</summary>
    /// <param name="blocks">How many.</param>
    /// <param name="take">Takes each block, in order; it is reused for the next.</param>
    public void Run(int blocks, Action<FrameHeader, CDataBlock, StreamDescription?> take)
    {
        (_take, _left) = (take, blocks);
        while (_left > 0 && _wait.Wait(WaitMs) != WaitStatus.Closed)
        {
            while (_left > 0 && _data.TryReceive(_frame) == ReceiveStatus.Frame)
                Take(FrameSource.Live);
            TakeAnswers();
            if (_data.Maintain() | _control.Maintain())
            {
                _isWelcome = false;
                _delivery.OnLinkLost();
            }

            _delivery.Advance();
            foreach (StreamDelivery stream in _streams.Values)
                Release(stream);
            Ask();
        }
    }

    /// <summary>The account of each stream: published = delivered + declared lost + missing.</summary>
    public IEnumerable<string> Accounts() => _streams.Values.Select(stream => stream.Account()).Select(account =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"account published {account.Published} delivered {account.Delivered} declaredLost {account.DeclaredLost} "
                + $"missing {account.Missing} replayed {account.Replayed}"));

    /// <inheritdoc/>
    public void Dispose()
    {
        _control.Dispose();
        _data.Dispose();
    }

    private void Take(FrameSource source)
    {
        FrameOutcome outcome = FrameHeaderReader.ReadHeader(
            _frame.Header, _frame.Payload.Length, FrameLimits.Default, out FrameHeader header);
        if (!outcome.IsOk || Crc32C.Compute(_frame.Payload) != header.PayloadCrc)
        {
            Console.Error.WriteLine($"a frame is refused: {(outcome.IsOk ? "its payload is damaged" : outcome)}");
            return;
        }

        switch (header.Kind)
        {
            case FrameKind.Data:
                TakeData(header, source);
                break;
            case FrameKind.Heartbeat when _heartbeat.TryRead(_frame.Payload, out _):
                _delivery.OnHeartbeat(
                    header.Publisher, _heartbeat, (header.Flags & FrameFlags.EndOfStream) != 0);
                break;
            case FrameKind.Catalogue:
                TakeCatalogue(_frame.Payload);
                break;
        }
    }

    private void TakeData(in FrameHeader header, FrameSource source)
    {
        if (source == FrameSource.Live && DropEvery > 0 && ++_seen % DropEvery == 0)
            return;
        (Guid, uint) key = (header.Publisher, header.Stream);
        if (!_streams.TryGetValue(key, out StreamDelivery? stream))
            _streams.Add(key, stream = _delivery.Add(header.Publisher, header.Stream));
        int token = _token++;
        switch (stream.OnFrame(header, source, token, _frame.Payload.Length))
        {
            case FrameDisposition.Deliver:
                Deliver(header, _frame.Payload);
                break;
            case FrameDisposition.Hold:
                _held.Add(token, (header, _frame.Payload.ToArray()));
                break;
        }

        Release(stream);
    }

    private void Release(StreamDelivery stream)
    {
        while (stream.TryRelease(out int token))
        {
            _held.Remove(token, out (FrameHeader Header, byte[] Payload) frame);
            Deliver(frame.Header, frame.Payload);
        }

        while (stream.TryDiscard(out int token))
            _held.Remove(token);
        while (stream.TryTakeLoss(out LostRange lost))
            Console.Error.WriteLine($"lost: {lost}");
    }

    private void Deliver(in FrameHeader header, ReadOnlySpan<byte> payload)
    {
        if (_left == 0)
            return;
        DecodeOutcome decoded = _serializers.Deserialize(header.Content, payload, _block);
        if (!decoded.IsOk)
        {
            Console.Error.WriteLine($"block {header.Sequence} cannot be decoded: {decoded}");
            return;
        }

        _left--;
        _take(
            header,
            _block,
            _catalogues.GetValueOrDefault((header.Publisher, header.CatalogueRevision))?.Stream(header.Stream));
    }

    private void TakeCatalogue(ReadOnlySpan<byte> document)
    {
        if (CatalogueCodec.Read(document, out PublisherCatalogue? catalogue).IsOk)
            _catalogues[(catalogue!.Publisher, catalogue.Revision)] = catalogue;
    }

    private void TakeAnswers()
    {
        ReceiveStatus status;
        while ((status = _control.TryReceive(_frame)) is ReceiveStatus.Control or ReceiveStatus.Frame)
        {
            if (status == ReceiveStatus.Frame)
            {
                _delivery.OnReplayed(_frame.Header.Length + _frame.Payload.Length);
                Take(FrameSource.Replay);
            }
            else if (ControlEnvelope.TryRead(_frame.Payload, out ControlEnvelope envelope, out _))
            {
                TakeAnswer(envelope.Op);
            }
        }
    }

    private void TakeAnswer(ControlOp op)
    {
        switch (op)
        {
            case ControlOp.Welcome when Welcome.Read(_frame.Payload, out _) is { } welcome:
                _isWelcome = true;
                _delivery.OnWelcome(welcome);
                break;
            case ControlOp.Catalogue when CatalogueAnswer.TryRead(
                _frame.Payload, out _, out ReadOnlySpan<byte> catalogue, out _):
                TakeCatalogue(catalogue);
                break;
            case ControlOp.End when EndAnswer.Read(_frame.Payload, out _) is { } end:
                _delivery.OnEnd(end);
                break;
            case ControlOp.Error when ErrorAnswer.Read(_frame.Payload, out _) is { } error:
                _delivery.OnError(error);
                break;
        }
    }

    // Hello and catalogue until there is an answer, then what the delivery needs from the journal.
    private void Ask()
    {
        while (_delivery.TryTakeCommand(_id + 1, out DeliveryCommand command))
            Send(command);
        bool isDue = _helloAt == 0 || TimeProvider.System.GetElapsedTime(_helloAt) >= HelloInterval;
        if ((_isWelcome && !_delivery.NeedsWelcome) || !isDue)
            return;
        _helloAt = TimeProvider.System.GetTimestamp();
        Send(new Hello(++_id, "telemetry-client", ConsumerClass.Lossless).Write);
        Send(new CatalogueRequest(++_id).Write);
    }

    private void Send(in DeliveryCommand command)
    {
        _id = Math.Max(_id, command.Id);
        switch (command.Kind)
        {
            case DeliveryCommandKind.Credit:
                Send(new CreditGrant(command.Id, command.Bytes).Write);
                break;
            case DeliveryCommandKind.Cancel:
                Send(new ControlEnvelope(ControlOp.Cancel, command.Id).Write);
                break;
            default:
                var replay = new ReplayRequest { Id = command.Id, Credit = command.Bytes };
                replay.Ranges.Add(command.Range);
                Send(replay.Write);
                break;
        }
    }

    private void Send(Action<IBufferWriter<byte>> write)
    {
        _request.ResetWrittenCount();
        write(_request);
        _control.TrySend(_request.WrittenSpan);
    }
}
