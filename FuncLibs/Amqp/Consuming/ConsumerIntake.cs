using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// What a consumer has of its queue over all its connections: the messages that wait, how far they reach, and the
/// newest marker. The session in force writes; the receive thread reads the queue.
/// </summary>
internal sealed class ConsumerIntake : IDisposable
{
    private readonly Lock _gate = new();
    private ConsumerSession? _session;
    private StreamMarker? _newest;
    private long _reached = -1;
    private long _messages;
    private bool _hasWelcome;
    private bool _hasCatalogue;

    public ConsumerIntake(ConsumerOptions options) =>
        Queue = new MessageQueue(options.QueueMessages, options.QueueBytes);

    /// <summary>Messages that wait.</summary>
    public MessageQueue Queue { get; }

    /// <summary>Messages that were skipped.</summary>
    public ForeignCounts Foreign { get; } = new();

    /// <summary>Messages taken. Any thread.</summary>
    public long Messages => Volatile.Read(ref _messages);

    /// <summary>True once a welcome and a catalogue came: frames that follow are described.</summary>
    public bool IsDescribed => _hasWelcome && _hasCatalogue;

    /// <summary>The newest marker that was read from the queue in force; null before.</summary>
    public StreamMarker? Newest => Volatile.Read(ref _newest);

    /// <summary>From here on this session writes, and no other.</summary>
    public void Follow(ConsumerSession? session)
    {
        lock (_gate)
            _session = session;
    }

    /// <summary>The queue is another one, or is read from elsewhere: what is known of its offsets does not hold.</summary>
    public void Forget()
    {
        (_reached, _hasWelcome, _hasCatalogue) = (-1, false, false);
        Volatile.Write(ref _newest, null);
    }

    /// <summary>True for a message that was not taken over an earlier connection.</summary>
    public bool IsWanted(long offset) => offset < 0 || offset > _reached;

    /// <summary>Checks a control map; false for one that a bridge does not send.</summary>
    public bool TakeControl(ReadOnlySpan<byte> map, bool isMarker)
    {
        if (!ControlEnvelope.TryRead(map, out ControlEnvelope envelope, out _)
            || (envelope.Op != ControlOp.Catalogue && !isMarker))
            return false;
        _hasWelcome |= envelope.Op == ControlOp.Welcome;
        _hasCatalogue |= _hasWelcome && envelope.Op == ControlOp.Catalogue;
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
            _reached = Math.Max(_reached, offset);
            Volatile.Write(ref _messages, _messages + 1);
            if (marker is not null)
                Volatile.Write(ref _newest, marker);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Queue.Dispose();
}
