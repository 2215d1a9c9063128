using System.Buffers;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// The control maps of a stream queue. There is no publisher behind it that answers: a request is answered out of what
/// the queue had, or as not supported, or not at all. Receive thread.
/// </summary>
/// <param name="queue">The messages.</param>
/// <param name="consumed">Called with each marker that was taken.</param>
internal sealed class StreamControl(MessageQueue queue, Action<StreamMarker> consumed) : IControlClient
{
    private const int MaxAnswers = 16;

    private readonly Queue<byte[]> _answers = new();
    private readonly ArrayBufferWriter<byte> _output = new();
    private byte[] _welcome = [];
    private byte[] _catalogue = [];
    private uint? _revision;

    /// <inheritdoc/>
    public LinkCounts Links { get; } = new();

    /// <inheritdoc/>
    public FrameFaultCounts Faults { get; } = new();

    /// <summary>0: see the subscriber.</summary>
    public long Reconnects => 0;

    /// <summary>Answers a request, if something is to be said.</summary>
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        if (_answers.Count >= MaxAnswers || !ControlEnvelope.TryRead(map, out ControlEnvelope request, out _))
            return SendStatus.Sent;
        switch (request.Op)
        {
            case ControlOp.Hello when _welcome.Length > 0:
                _answers.Enqueue(_welcome);
                break;
            case ControlOp.Replay or ControlOp.History:
                Refuse(request.Id, ErrorAnswer.Unsupported, "a queue at a broker has no journal");
                break;
            case ControlOp.Catalogue when _catalogue.Length > 0:
                AnswerCatalogue(map);
                break;
            default:
                break;
        }

        return SendStatus.Sent;
    }

    /// <inheritdoc/>
    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        if (_answers.TryDequeue(out byte[]? answer))
            return Give(answer, buffer);
        if (queue.Peek() is not { IsControl: true } message)
            return ReceiveStatus.Empty;
        ReceiveStatus status = Give(message.Body, buffer);
        Keep(message);
        queue.Take();
        return status;
    }

    /// <inheritdoc/>
    public bool Maintain() => false;

    /// <inheritdoc/>
    public void Dispose()
    {
        // The queue is the consumer's.
    }

    private ReceiveStatus Give(ReadOnlySpan<byte> map, FrameBuffer buffer)
    {
        if (buffer.TrySetEnvelope([], []) && buffer.TrySetPayload(map))
            return ReceiveStatus.Control;
        Faults.Add(FrameFault.Oversize);
        return ReceiveStatus.Malformed;
    }

    // Each few seconds; most say the same again.
    private void Keep(QueuedMessage message)
    {
        if (message.Marker is { } marker)
            consumed(marker);
        if (ControlEnvelope.TryRead(message.Body, out ControlEnvelope map, out _) && map.Op == ControlOp.Welcome)
        {
            _welcome = message.Body.ToArray();
        }
        else if (!message.Body.SequenceEqual(_catalogue))
        {
            (_catalogue, _revision) = (message.Body.ToArray(), null);
        }
    }

    private void AnswerCatalogue(ReadOnlySpan<byte> map)
    {
        if (!CatalogueRequest.TryRead(map, out CatalogueRequest request, out _)
            || !CatalogueAnswer.TryRead(_catalogue, out _, out ReadOnlySpan<byte> catalogue, out _))
            return;
        if (_revision is null && CatalogueCodec.Read(catalogue, out PublisherCatalogue? read).IsOk)
            _revision = read!.Revision;
        if (request.Revision is { } wanted && wanted != _revision)
        {
            Refuse(request.Id, ErrorAnswer.NotFound, "the queue had another catalogue");
            return;
        }

        _output.ResetWrittenCount();
        new CatalogueAnswer(request.Id).Write(_output, catalogue);
        _answers.Enqueue(_output.WrittenSpan.ToArray());
    }

    private void Refuse(uint id, string code, string message)
    {
        _output.ResetWrittenCount();
        new ErrorAnswer(id, code, message).Write(_output);
        _answers.Enqueue(_output.WrittenSpan.ToArray());
    }
}
