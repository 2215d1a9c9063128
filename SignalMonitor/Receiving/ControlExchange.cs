using System.Buffers;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// What the monitor requests from its connector: its identity, its streams, and their last blocks, at joining and
/// whenever the link was recreated. All of it is requested again until the connector answers. Receive thread only.
/// </summary>
internal sealed class ControlExchange
{
    private static readonly TimeSpan RetryInterval = TimeSpan.FromMilliseconds(500);

    private readonly IControlClient _client;
    private readonly FrameIntake _intake;
    private readonly ConsumerDelivery _delivery;
    private readonly ConsumerIdentity _consumer;
    private readonly HistoryRequester _histories;
    private readonly TimeProvider _time;
    private readonly ReplayRequest _replay = new();
    private readonly ArrayBufferWriter<byte> _request = new();
    private uint _id;
    private long _lastRequestAt;
    private bool _saidHello;
    private bool _isUnknown;
    private ulong _welcomedTo;
    private int _snapshotBlocks;

    // The revision that was requested last, and the number of that request.
    private (uint Revision, uint Id)? _requestedCatalogue;

    public ControlExchange(
        IControlClient client,
        FrameIntake intake,
        ConsumerDelivery delivery,
        ConsumerIdentity consumer,
        HistoryRequester histories,
        TimeProvider time)
    {
        _client = client;
        _intake = intake;
        _delivery = delivery;
        _consumer = consumer;
        _histories = histories;
        _time = time;
    }

    /// <summary>What time it is there.</summary>
    public required ClockExchange Clock { get; init; }

    /// <summary>How this consumer is.</summary>
    public required StatusExchange Status { get; init; }

    /// <summary>Starts over, on a new link.</summary>
    public void Restart()
    {
        Clock.Restart();
        (_saidHello, _snapshotBlocks, _requestedCatalogue) = (false, 0, null);
        _delivery.OnLinkLost();
        _histories.Restart();
    }

    /// <summary>What the data message that just came is part of: the snapshot that was announced, as long as it lasts,
    /// or a replay.</summary>
    public FrameOrigin NextOrigin()
    {
        if (_snapshotBlocks == 0)
            return FrameOrigin.Replay;
        _snapshotBlocks--;
        return FrameOrigin.Snapshot;
    }

    /// <summary>Sends the requests that are due.</summary>
    public void Request()
    {
        // While frames wait for their catalogue, no more is granted to a replay: its answer comes after what is on its
        // way.
        while (!_intake.WantsCatalogue && _delivery.TryTakeCommand(_id + 1, out DeliveryCommand command))
            Send(command);
        if (_saidHello)
            KeepUp();
        if (_saidHello && !_intake.WantsCatalogue && !_delivery.NeedsWelcome && !_isUnknown)
            return;
        bool isNew = _saidHello && _intake.WantedRevision is { } wanted && wanted != _requestedCatalogue?.Revision;
        if (!isNew && _lastRequestAt != 0 && _time.GetElapsedTime(_lastRequestAt) < RetryInterval)
            return;
        _lastRequestAt = _time.GetTimestamp();
        if (_saidHello && _intake.WantedRevision is { } revision)
            RequestCatalogue(revision);
        if (!_saidHello || _delivery.NeedsWelcome || _isUnknown)
            Send(id => new Hello(id, _consumer.Name, _consumer.Class).Write(_request));
        if (!_saidHello)
            Send(id => new ControlEnvelope(ControlOp.Snapshot, id).Write(_request));
    }

    /// <summary>Sends <c>bye</c>.</summary>
    public void SendBye() => Send(id => new ControlEnvelope(ControlOp.Bye, id).Write(_request));

    /// <summary>Takes an answer. An unreadable answer counts as none: the request is repeated.</summary>
    public void Receive(FrameBuffer answer)
    {
        long received = _time.NowNs();
        if (!ControlEnvelope.TryRead(answer.Payload, out ControlEnvelope envelope, out _))
            return;
        switch (envelope.Op)
        {
            case ControlOp.Welcome:
                _saidHello = true;
                if (Welcome.Read(answer.Payload, out _) is { } welcome)
                    OnWelcome(welcome);
                break;
            case ControlOp.Time:
                Clock.Receive(answer.Payload, received);
                break;
            case ControlOp.Catalogue or ControlOp.Snapshot:
                ReceiveCatalogue(answer);
                break;
            case ControlOp.End:
                if (EndAnswer.Read(answer.Payload, out _) is { } end)
                    _delivery.OnEnd(end);
                break;
            case ControlOp.History:
                _histories.Receive(answer);
                break;
            case ControlOp.Error:
                if (ErrorAnswer.Read(answer.Payload, out _) is { } error)
                    ReceiveError(error);
                break;
            default:
                break;
        }
    }

    private void OnWelcome(Welcome welcome)
    {
        (_isUnknown, _welcomedTo) = (false, welcome.Epoch);
        Status.OnWelcome();
        _intake.ReceiveWelcome(welcome);
        _delivery.OnWelcome(welcome);
    }

    private void ReceiveError(ErrorAnswer error)
    {
        _isUnknown |= error.Code == ErrorAnswer.UnknownPeer;

        // Only a status has the number 0.
        if (error is { Id: 0, Code: ErrorAnswer.Unsupported })
            Status.OnRefused();
        if (_requestedCatalogue is { } requested && requested.Id == error.Id)
        {
            // It is requested again as long as frames wait for it.
            if (error.Code == ErrorAnswer.Unavailable)
                return;
            _intake.GiveUpCatalogue(requested.Revision);
            return;
        }

        _delivery.OnError(error);
        _histories.OnError(error);
    }

    // The connector drops a consumer with its link and with its own run, and either may return by itself: then
    // send hello again first.
    private void KeepUp()
    {
        if (Clock.IsDue)
            Clock.Request(_client, ++_id);
        if (!_isUnknown && Status.IsDue)
            _isUnknown = Status.Send(_client) > _welcomedTo;
        if (_histories.TryTake(_id + 1, out HistoryRequest history))
            Send(history);
    }

    private void RequestCatalogue(uint revision) => Send(id =>
    {
        _requestedCatalogue = (revision, id);
        new CatalogueRequest(id, revision).Write(_request);
    });

    private void ReceiveCatalogue(FrameBuffer answer)
    {
        if (!CatalogueAnswer.TryRead(answer.Payload, out CatalogueAnswer read, out ReadOnlySpan<byte> catalogue, out _))
            return;
        _snapshotBlocks = read.Blocks ?? _snapshotBlocks;
        _intake.ReceiveCatalogue(catalogue);
    }

    // No closures: credit goes out as long as a replay runs. What does not get through is requested again after a
    // while.
    private void Send(in DeliveryCommand command)
    {
        _id = Math.Max(_id, command.Id);
        _request.ResetWrittenCount();
        if (command.Kind == DeliveryCommandKind.Credit)
        {
            new CreditGrant(command.Id, command.Bytes).Write(_request);
        }
        else if (command.Kind == DeliveryCommandKind.Cancel)
        {
            new ControlEnvelope(ControlOp.Cancel, command.Id).Write(_request);
        }
        else
        {
            (_replay.Id, _replay.Credit) = (command.Id, command.Bytes);
            _replay.Ranges.Clear();
            _replay.Ranges.Add(command.Range);
            _replay.Write(_request);
        }

        _client.TrySend(_request.WrittenSpan);
    }

    private void Send(in HistoryRequest history)
    {
        _id = history.Id;
        _request.ResetWrittenCount();
        history.Write(_request);
        _client.TrySend(_request.WrittenSpan);
    }

    private void Send(Action<uint> write)
    {
        _request.ResetWrittenCount();
        write(++_id);
        _client.TrySend(_request.WrittenSpan);
    }
}

/// <summary>Who this monitor is to a connector.</summary>
/// <param name="Name">Its name, the same after each restart.</param>
/// <param name="Class">What it needs.</param>
internal sealed record ConsumerIdentity(string Name, ConsumerClass Class);
