using System.Buffers;
using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire.Control;

namespace SignalMonitor.Receiving;

/// <summary>
/// What the monitor asks of its connector: who it is, what its streams are, and their last blocks, at joining and whenever the link was
/// made anew. All of it is asked again until the connector greets back. Receive thread only.
/// </summary>
internal sealed class ControlDialog
{
    private static readonly TimeSpan AskAgain = TimeSpan.FromMilliseconds(500);

    private readonly IControlClient _client;
    private readonly FrameIntake _intake;
    private readonly TimeProvider _time;
    private readonly ArrayBufferWriter<byte> _request = new();
    private uint _id;
    private long _lastAsked;
    private bool _greeted;

    public ControlDialog(IControlClient client, FrameIntake intake, TimeProvider time)
    {
        _client = client;
        _intake = intake;
        _time = time;
    }

    /// <summary>Begins anew, on a new link.</summary>
    public void Restart() => _greeted = false;

    /// <summary>Asks what is due.</summary>
    public void Ask()
    {
        if (_greeted && !_intake.WantsCatalogue)
            return;
        if (_lastAsked != 0 && _time.GetElapsedTime(_lastAsked) < AskAgain)
            return;
        _lastAsked = _time.GetTimestamp();
        if (_greeted)
        {
            Send(id => new CatalogueRequest(id).Write(_request));
            return;
        }

        Send(id => new Hello(id, "SignalMonitor", ConsumerClass.Live).Write(_request));
        Send(id => new ControlEnvelope(ControlOp.Snapshot, id).Write(_request));
    }

    /// <summary>Says goodbye.</summary>
    public void SayBye() => Send(id => new ControlEnvelope(ControlOp.Bye, id).Write(_request));

    /// <summary>Takes an answer. An answer that cannot be read is as good as none: it is asked for again.</summary>
    public void Take(FrameBuffer answer)
    {
        if (!ControlEnvelope.TryRead(answer.Payload, out ControlEnvelope envelope, out _))
            return;
        switch (envelope.Op)
        {
            case ControlOp.Welcome:
                _greeted = true;
                break;
            case ControlOp.Catalogue or ControlOp.Snapshot:
                if (CatalogueAnswer.TryRead(answer.Payload, out _, out ReadOnlySpan<byte> catalogue, out _))
                    _intake.TakeCatalogue(catalogue);
                break;
            default:
                break;
        }
    }

    private void Send(Action<uint> write)
    {
        _request.ResetWrittenCount();
        write(++_id);
        _client.TrySend(_request.WrittenSpan);
    }
}
