using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Consumers;
using HardwareConnector.History;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Replay;

namespace HardwareConnector.Control;

/// <summary>Answers the requests of consumers. Control thread only.</summary>
public sealed class ControlAnswers
{
    private const string Known =
        "known are hello, catalogue, snapshot, replay, credit, cancel, history, time, status, bye";

    private static readonly string Shape =
        $"a request is one frame with a map of up to {SocketLimits.MaxRequestBytes} bytes, after the routing id";

    private readonly RigRegistry _rigs;
    private readonly PublisherIdentity _identity;
    private readonly Recorder _recorder;
    private readonly ReplayService _replays;
    private readonly ConsumerRegistry _consumers;
    private readonly HistoryService _histories;
    private readonly RequestAccess _access;
    private readonly TimeProvider _time;
    private readonly ReplayRequest _replay = new();
    private readonly PayloadBuffer _answer = new();
    private readonly PayloadBuffer _block = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];

    /// <summary>Creates the answers over the published streams and the journal.</summary>
    public ControlAnswers(
        RigRegistry rigs,
        PublisherIdentity identity,
        Recorder recorder,
        ReplayService replays,
        ConsumerRegistry consumers,
        HistoryService histories,
        RequestAccess access,
        TimeProvider time)
    {
        _rigs = rigs;
        _identity = identity;
        _recorder = recorder;
        _replays = replays;
        _consumers = consumers;
        _histories = histories;
        _access = access;
        _time = time;
    }

    /// <summary>Reads a request and sends its answer.</summary>
    public RequestResult Answer(IControlServer server, PeerId peer, ReadOnlySpan<byte> request)
    {
        long received = _time.NowNs();
        if (!ControlEnvelope.TryRead(request, out ControlEnvelope envelope, out MapFault fault))
            return Refuse(server, peer, envelope.Id, ErrorAnswer.BadRequest, fault.ToString());

        // Unsupported, as by a publisher without a journal: a consumer without the right declares its gaps lost.
        if (_access.FindMissingRight(peer, envelope.Op) is { } right)
            return RefuseRight(server, peer, envelope.Id, right);
        return envelope.Op switch
        {
            ControlOp.Hello => Hello(server, peer, envelope.Id, request),
            ControlOp.Catalogue => Catalogue(server, peer, envelope.Id, request),
            ControlOp.Snapshot => Snapshot(server, peer, envelope.Id),
            ControlOp.Time => Time(server, peer, envelope.Id, request, received),
            ControlOp.Status => Status(server, peer, envelope.Id, request),
            ControlOp.Bye => Bye(peer),
            ControlOp.Replay => Replay(server, peer, envelope.Id, request),
            ControlOp.Credit => Credit(server, peer, envelope.Id, request),
            ControlOp.Cancel => _replays.Cancel(peer) is { } end ? Answer(server, peer, end) : RequestResult.Served,
            ControlOp.History => History(server, peer, envelope.Id, request),
            _ => Refuse(server, peer, envelope.Id, ErrorAnswer.UnknownOp, Known),
        };
    }

    /// <summary>Refuses a message of the wrong shape: several frames, or too long. Its bytes were not kept.</summary>
    public RequestResult RefuseShape(IControlServer server, PeerId peer) =>
        Refuse(server, peer, 0, ErrorAnswer.BadRequest, Shape);

    private RequestResult Hello(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (FuncLibs.Messaging.Wire.Control.Hello.Read(request, out MapFault fault) is not { } hello)
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());

        // With keys the name is that of the key: what a consumer says of itself gives it no other consumer's lease.
        _consumers.Register(peer, peer.KeyName ?? hello.Client, hello.Class);
        Welcome welcome = new()
        {
            Id = hello.Id,
            Publisher = _identity.Publisher,
            Instance = _identity.Instance,
            Epoch = _identity.Epoch,
        };
        foreach (ClosedEpoch closed in _recorder.Epochs.All)
            welcome.Epochs.Add(closed.Range);
        foreach (PublishedStream stream in _rigs.All)
        {
            welcome.Streams.Add(new NamedStream(stream.Id, stream.Name));
            if (stream.Last is > 0 and ulong last)
                welcome.Epochs.Add(new EpochRange(_identity.Epoch, stream.Id, 1, last, Exact: false));
        }

        _answer.Clear();
        welcome.Write(_answer);
        return ResultOf(server.TrySend(peer, _answer.Written));
    }

    private RequestResult Catalogue(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (!CatalogueRequest.TryRead(request, out CatalogueRequest wanted, out MapFault fault))
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());
        PublishedRig rig = _rigs.Current;
        uint present = rig.Catalogue.Revision;
        ReadOnlySpan<byte> encoded = rig.EncodedCatalogue;
        if (wanted.Revision is { } revision && revision != present)
        {
            if (_recorder.Journal.FindCatalogue(revision, out FileOutcome outcome) is not { } stored)
            {
                if (!outcome.IsOk)
                    return Postpone(server, peer, id, outcome);
                return Refuse(
                    server,
                    peer,
                    id,
                    ErrorAnswer.NotFound,
                    $"revision {revision} is not kept; the present one is {present}");
            }

            encoded = stored.Payload.Span;
        }

        _answer.Clear();
        new CatalogueAnswer(wanted.Id).Write(_answer, encoded);
        return ResultOf(server.TrySend(peer, _answer.Written));
    }

    private RequestResult Snapshot(IControlServer server, PeerId peer, uint id)
    {
        PublishedRig rig = _rigs.Current;
        PublishedStream[] streams = [.. rig.Streams.Where(stream => stream.LastFrame.Exists)];
        _answer.Clear();
        new CatalogueAnswer(id, streams.Length).Write(_answer, rig.EncodedCatalogue);
        RequestResult result = ResultOf(server.TrySend(peer, _answer.Written));
        foreach (PublishedStream stream in streams)
        {
            if (result == RequestResult.Served && stream.LastFrame.TryCopy(_header, _block))
                result = ResultOf(server.TrySend(peer, stream.Topic.Utf8, _header, _block.Written));
        }

        return result;
    }

    private RequestResult Replay(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (!_replay.TryRead(request, out MapFault fault))
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());
        return _replays.Start(peer, _replay) is { } end ? Answer(server, peer, end) : RequestResult.Served;
    }

    private RequestResult Credit(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (!CreditGrant.TryRead(request, out CreditGrant grant, out MapFault fault))
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());
        _replays.Grant(peer, grant);
        return RequestResult.Served;
    }

    private RequestResult Status(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (!ConsumerStatus.TryRead(request, out ConsumerStatus status, out MapFault fault))
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());
        if (_consumers.Report(peer, status))
            return RequestResult.Served;

        // Not counted as a refusal: after an automatic reconnect every consumer is an unknown peer.
        Refuse(server, peer, id, ErrorAnswer.UnknownPeer, "send hello before status, and again when the link was lost");
        return RequestResult.Served;
    }

    private RequestResult History(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (!HistoryRequest.TryRead(request, out HistoryRequest wanted, out MapFault fault))
            return Refuse(
                server, peer, id, ErrorAnswer.BadRequest, $"{fault}; seconds are 1 to {HistoryRequest.MaxSeconds}");
        _answer.Clear();
        return _histories.Write(wanted, _answer) is { } error
            ? Refuse(server, peer, error.Id, error.Code, error.Message)
            : ResultOf(server.TrySend(peer, _answer.Written));
    }

    private RequestResult Bye(PeerId peer)
    {
        _consumers.Remove(peer);
        _replays.Remove(peer);
        return RequestResult.Left;
    }

    private RequestResult Answer(IControlServer server, PeerId peer, EndAnswer end)
    {
        _answer.Clear();
        end.Write(_answer);
        return ResultOf(server.TrySend(peer, _answer.Written));
    }

    private RequestResult Time(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request, long received)
    {
        if (!TimeExchange.TryRead(request, out TimeExchange time, out MapFault fault))
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());
        _answer.Clear();
        (time with { T2 = received, T3 = _time.NowNs() }).WriteAnswer(_answer);
        return ResultOf(server.TrySend(peer, _answer.Written));
    }

    private RequestResult Refuse(IControlServer server, PeerId peer, uint id, string code, string message)
    {
        _answer.Clear();
        new ErrorAnswer(id, code, message).Write(_answer);
        server.TrySend(peer, _answer.Written);
        return RequestResult.Refused;
    }

    // Not counted as a refusal, which gets a peer ignored: a consumer that asks for what its key may not have still
    // gets all that it may.
    private RequestResult RefuseRight(IControlServer server, PeerId peer, uint id, string reason)
    {
        Refuse(server, peer, id, ErrorAnswer.Unsupported, reason);
        return RequestResult.Served;
    }

    // Not counted as a refusal: the request was valid.
    private RequestResult Postpone(IControlServer server, PeerId peer, uint id, FileOutcome outcome)
    {
        Refuse(server, peer, id, ErrorAnswer.Unavailable, outcome.ToString());
        return RequestResult.Served;
    }

    // With a full queue the answer is lost like any message: the consumer repeats the request. A disconnected peer is
    // removed.
    private static RequestResult ResultOf(SendStatus sent) =>
        sent == SendStatus.Gone ? RequestResult.Left : RequestResult.Served;
}

/// <summary>Result of a request.</summary>
public enum RequestResult : byte
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>Answered, or no answer is needed.</summary>
    Served,

    /// <summary>Refused with an error.</summary>
    Refused,

    /// <summary>The consumer is leaving, or is already gone.</summary>
    Left,
}
