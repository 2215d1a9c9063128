using FuncLibs.Timing;
using FuncLibs.Transport;
using FuncLibs.Wire;
using FuncLibs.Wire.Control;
using HardwareConnector.Publishing;

namespace HardwareConnector.Control;

/// <summary>Answers one request. Control thread only.</summary>
public sealed class ControlAnswers
{
    private const string Known = "known are hello, catalogue, snapshot, time, status, bye";

    private readonly RigBook _book;
    private readonly PublisherIdentity _identity;
    private readonly TimeProvider _time;
    private readonly PayloadBuffer _answer = new();
    private readonly PayloadBuffer _block = new();
    private readonly byte[] _header = new byte[FrameHeader.Size];

    /// <summary>Answers from what is published.</summary>
    public ControlAnswers(RigBook book, PublisherIdentity identity, TimeProvider time)
    {
        _book = book;
        _identity = identity;
        _time = time;
    }

    /// <summary>Reads a request and sends what answers it.</summary>
    public RequestResult Answer(IControlServer server, PeerId peer, ReadOnlySpan<byte> request)
    {
        long received = _time.NowNs();
        if (!ControlEnvelope.TryRead(request, out ControlEnvelope envelope, out MapFault fault))
            return Refuse(server, peer, envelope.Id, ErrorAnswer.BadRequest, fault.ToString());
        return envelope.Op switch
        {
            ControlOp.Hello => Hello(server, peer, envelope.Id, request),
            ControlOp.Catalogue => Catalogue(server, peer, envelope.Id, request),
            ControlOp.Snapshot => Snapshot(server, peer, envelope.Id),
            ControlOp.Time => Time(server, peer, envelope.Id, request, received),
            ControlOp.Status => RequestResult.Served,
            ControlOp.Bye => RequestResult.Left,
            ControlOp.Replay or ControlOp.Credit or ControlOp.Cancel or ControlOp.History =>
                Refuse(server, peer, envelope.Id, ErrorAnswer.Unsupported, $"this connector keeps no journal; {Known}"),
            _ => Refuse(server, peer, envelope.Id, ErrorAnswer.UnknownOp, Known),
        };
    }

    /// <summary>Refuses a message that is no request by its shape: several frames, or too long. Its bytes were not kept.</summary>
    public RequestResult RefuseShape(IControlServer server, PeerId peer) =>
        Refuse(server, peer, 0, ErrorAnswer.BadRequest, "a request is one frame with a map, behind the routing id");

    private RequestResult Hello(IControlServer server, PeerId peer, uint id, ReadOnlySpan<byte> request)
    {
        if (FuncLibs.Wire.Control.Hello.Read(request, out MapFault fault) is not { } hello)
            return Refuse(server, peer, id, ErrorAnswer.BadRequest, fault.ToString());
        Welcome welcome = new()
        {
            Id = hello.Id,
            Publisher = _identity.Publisher,
            Instance = _identity.Instance,
            Epoch = _identity.Epoch,
        };
        foreach (PublishedStream stream in _book.All)
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
        PublishedRig rig = _book.Current;
        uint present = rig.Catalogue.Revision;
        if (wanted.Revision is { } revision && revision != present)
            return Refuse(server, peer, id, ErrorAnswer.NotFound, $"revision {revision} is not kept; the present one is {present}");
        _answer.Clear();
        new CatalogueAnswer(wanted.Id).Write(_answer, rig.EncodedCatalogue);
        return ResultOf(server.TrySend(peer, _answer.Written));
    }

    private RequestResult Snapshot(IControlServer server, PeerId peer, uint id)
    {
        PublishedRig rig = _book.Current;
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

    // A full queue loses the answer, as a lost message would: the consumer asks again. A peer that is gone is forgotten.
    private static RequestResult ResultOf(SendStatus sent) => sent == SendStatus.Gone ? RequestResult.Left : RequestResult.Served;
}
