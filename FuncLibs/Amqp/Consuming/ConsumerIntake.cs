using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// What a consumer has of its queue over all its connections: the messages that wait, and the newest marker. The
/// session in force writes; the receive thread reads the queue.
/// </summary>
internal sealed class ConsumerIntake : IDisposable
{
    private readonly Lock _gate = new();
    private ConsumerSession? _session;
    private StreamMarker? _newest;
    private long _messages;
    private bool _needsWelcome;
    private bool _needsCatalogue;

    public ConsumerIntake(ConsumerOptions options) =>
        Queue = new MessageQueue(options.QueueMessages, options.QueueBytes);

    /// <summary>Messages that wait.</summary>
    public MessageQueue Queue { get; }

    /// <summary>Messages that were skipped.</summary>
    public ForeignCounts Foreign { get; } = new();

    /// <summary>Messages taken. Any thread.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>False while frames are skipped, because what describes them is to come.</summary>
    public bool TakesFrames => !_needsWelcome && !_needsCatalogue;

    /// <summary>The newest marker that was read from the queue in force; null before.</summary>
    public StreamMarker? Newest => Volatile.Read(ref _newest);

    /// <summary>From here on this session writes, and no other.</summary>
    public void Follow(ConsumerSession? session)
    {
        lock (_gate)
            _session = session;
    }

    /// <summary>
    /// Reading begins, or begins again at another place: what is known of offsets does not hold. Whoever has read
    /// nothing yet skips frames up to the first welcome and its catalogue: frames before it are not described, and no
    /// account lacks them.
    /// </summary>
    public void Begin(ReadingPlace place)
    {
        _needsWelcome = _needsCatalogue = place.Since is not null;
        Volatile.Write(ref _newest, null);
    }

    /// <summary>Checks a control map; false for one that a bridge does not send.</summary>
    public bool TakeControl(ReadOnlySpan<byte> map, bool isMarker)
    {
        if (!ControlEnvelope.TryRead(map, out ControlEnvelope envelope, out _)
            || (envelope.Op != ControlOp.Catalogue && !isMarker))
            return false;
        _needsCatalogue &= _needsWelcome || envelope.Op != ControlOp.Catalogue;
        _needsWelcome &= envelope.Op != ControlOp.Welcome;
        return true;
    }

    /// <summary>Hands a message to the receive thread, if its session is the one in force; there is room.</summary>
    public void Write(
        ConsumerSession session,
        ReadOnlySpan<byte> topic,
        int headerLength,
        ReadOnlySpan<byte> body,
        long offset,
        StreamMarker? marker)
    {
        lock (_gate)
        {
            if (_session != session)
                return;
            Queue.Write(topic, headerLength, body, offset, marker);
            Volatile.Write(ref _messages, _messages + 1);
            if (marker is not null)
                Volatile.Write(ref _newest, marker);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Queue.Dispose();
}
