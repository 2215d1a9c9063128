using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// One subscription of a queue, over a connection of its own: checks each message, copies it, and grants credit. Its
/// methods are called by one task of the client library, one message after the other.
/// </summary>
internal sealed class ConsumerSession : AsyncDefaultBasicConsumer, IDisposable
{
    private readonly ConsumerIntake _intake;
    private readonly ConsumerOptions _options;
    private readonly BrokerAddress _address;
    private readonly StreamMarker? _expected;
    private readonly CancellationTokenSource _ended;
    private readonly CancellationToken _stop;
    private readonly TaskCompletionSource<SessionEnd> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly byte[] _topic = new byte[Topic.MaxBytes];
    private FirstMarkerSearch? _search;
    private int _isBegun;
    private int _uncredited;

    public ConsumerSession(
        IChannel channel,
        ConsumerIntake intake,
        ConsumerOptions options,
        BrokerAddress address,
        ReadingPlace place,
        CancellationToken stop)
        : base(channel)
    {
        (_intake, _options, _address, _expected) = (intake, options, address, place.Marker);
        _search = place.NeedsMaps ? new FirstMarkerSearch() : null;
        _ended = CancellationTokenSource.CreateLinkedTokenSource(stop);
        _stop = _ended.Token;
    }

    /// <summary>Why it ended.</summary>
    public Task<SessionEnd> End => _end.Task;

    /// <summary>True once a message came.</summary>
    public bool IsBegun => Volatile.Read(ref _isBegun) != 0;

    /// <summary>Nothing is taken any more.</summary>
    public void Finish(SessionEnd end)
    {
        if (_end.TrySetResult(end))
            _ended.Cancel();
    }

    /// <summary>Before the subscription: gives the maps of a marker, as if they came before its frames.</summary>
    public async Task WriteAsync(FirstMaps maps)
    {
        foreach (byte[]? map in (byte[]?[])[maps.Welcome, maps.Catalogue])
        {
            if (map is not null)
                await WriteAsync(0, default, map, _intake.Queue.TakenOffset, marker: null, isCreditDue: false)
                    .ConfigureAwait(false);
        }
    }

    /// <summary>It has ended.</summary>
    public void Dispose() => _ended.Dispose();

    /// <inheritdoc/>
    public override Task HandleBasicDeliverAsync(
        string consumerTag,
        ulong deliveryTag,
        bool redelivered,
        string exchange,
        string routingKey,
        IReadOnlyBasicProperties properties,
        ReadOnlyMemory<byte> body,
        CancellationToken cancellationToken = default)
    {
        // An exception would be swallowed by the library, and the message with it.
        bool isTaken = false;
        try
        {
            Task taken = Take(deliveryTag, routingKey, properties, body);
            isTaken = true;
            return taken;
        }
        finally
        {
            if (!isTaken)
                Finish(new SessionEnd(new BrokerFault(
                    BrokerFaultKind.Refused, $"a message of {_options.Queue.Name} could not be taken; it is read again")));
        }
    }

    /// <inheritdoc/>
    public override Task HandleBasicCancelAsync(string consumerTag, CancellationToken cancellationToken = default)
    {
        Finish(new SessionEnd(new BrokerFault(
            BrokerFaultKind.Missing,
            $"the broker ended the subscription: queue {_options.Queue.Name} was deleted, or its node stops")));
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task HandleChannelShutdownAsync(object channel, ShutdownEventArgs reason)
    {
        Finish(new SessionEnd(BrokerFault.Of(reason, _address, _options.Queue)));
        return Task.CompletedTask;
    }

    private Task Take(
        ulong deliveryTag, string routingKey, IReadOnlyBasicProperties properties, ReadOnlyMemory<byte> body)
    {
        if (_end.Task.IsCompleted)
            return Task.CompletedTask;
        long offset = FrameMessage.OffsetOf(properties);
        if (offset < 0)
        {
            // An acknowledged message of another kind of queue would be gone.
            Finish(new SessionEnd(new BrokerFault(
                BrokerFaultKind.WrongQueue,
                $"{_options.Queue.Name} is no stream queue: its messages have no offsets; use the queue of a bridge")));
            return Task.CompletedTask;
        }

        bool isControl = FrameMessage.TypeOf(properties) == FrameMessage.ControlType;
        StreamMarker? marker = isControl ? ReadMarker(offset, properties, body.Span) : null;
        if (!IsBegun)
        {
            if (_expected is not null && (marker is null || !marker.IsSameAs(_expected)))
            {
                Finish(new SessionEnd(Fault: null, FoundOffset: offset));
                return Task.CompletedTask;
            }

            Volatile.Write(ref _isBegun, 1);
        }

        _uncredited++;
        bool isCreditDue = _uncredited >= _options.Prefetch / 2;
        if (IsSkipped(routingKey, properties, body.Span, isControl, marker is not null, out Sizes sizes))
            return isCreditDue ? GrantAsync(deliveryTag) : Task.CompletedTask;
        if (_intake.Queue.HasRoom(body.Length) && !isCreditDue)
        {
            _intake.Write(this, _topic.AsSpan(0, sizes.Topic), sizes.Header, body.Span, offset, marker);
            return Task.CompletedTask;
        }

        return WriteAsync(deliveryTag, sizes, body, offset, marker, isCreditDue);
    }

    // The body is the library's until the task is completed.
    private async Task WriteAsync(
        ulong deliveryTag, Sizes sizes, ReadOnlyMemory<byte> body, long offset, StreamMarker? marker, bool isCreditDue)
    {
        try
        {
            await _intake.Queue.WaitForRoomAsync(body.Length, _stop).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return;
        }

        _intake.Write(this, _topic.AsSpan(0, sizes.Topic), sizes.Header, body.Span, offset, marker);
        if (isCreditDue)
            await GrantAsync(deliveryTag).ConfigureAwait(false);
    }

    private async Task GrantAsync(ulong deliveryTag)
    {
        _uncredited = 0;
        try
        {
            await Channel.BasicAckAsync(deliveryTag, multiple: true, _stop).ConfigureAwait(false);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e))
        {
            Finish(new SessionEnd(BrokerFault.Of(e, _address, _options.Queue)));
        }
    }

    // False for a message of a bridge.
    private bool IsSkipped(
        string routingKey,
        IReadOnlyBasicProperties properties,
        ReadOnlySpan<byte> body,
        bool isControl,
        bool isMarker,
        out Sizes sizes)
    {
        sizes = default;
        ForeignCause? cause = null;
        if (FrameMessage.TypeOf(properties) is null)
            cause = ForeignCause.Type;
        else if (!FrameMessage.TryGetPlace(properties, out _, out _))
            cause = ForeignCause.Headers;
        else if (body.Length > _options.Limits.MaxPayloadBytes + (isControl ? 0 : FrameHeader.MaxSize))
            cause = ForeignCause.Oversize;
        else if (isControl)
            cause = _intake.TakeControl(body, isMarker) ? null : ForeignCause.Body;
        else if (!StreamQueue.TryGetTopic(routingKey, _topic, out int topic))
            cause = ForeignCause.Topic;
        else if (!FrameMessage.TrySplit(body, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload))
            cause = ForeignCause.Body;
        else if (payload.Length > _options.Limits.MaxPayloadBytes)
            cause = ForeignCause.Oversize;
        else
            sizes = new Sizes(topic, header.Length);
        if (cause is { } foreign)
            _intake.Foreign.Add(foreign);

        return cause is not null || IsBeforeFirstMarker(body, isControl, isMarker)
            || (!isControl && !_intake.TakesFrames);
    }

    // Once the marker is found, the queue is read again from its begin, and then nothing is skipped.
    private bool IsBeforeFirstMarker(ReadOnlySpan<byte> body, bool isControl, bool isMarker)
    {
        if (_search is null)
            return false;
        if (isMarker && !_search.HasFrames)
        {
            _search = null;
            return false;
        }

        _search.Take(isControl, isMarker, body);
        if (_search.Found is { } maps)
            Finish(new SessionEnd(Fault: null) { Maps = maps });
        return _search.HasFrames;
    }

    private StreamMarker? ReadMarker(long offset, IReadOnlyBasicProperties properties, ReadOnlySpan<byte> body) =>
        body.Length <= _options.Limits.MaxPayloadBytes
        && FrameMessage.TryGetPlace(properties, out Guid publisher, out StreamPlace place)
        && ControlEnvelope.TryRead(body, out ControlEnvelope envelope, out _) && envelope.Op == ControlOp.Welcome
        && Welcome.Read(body, out _) is { } welcome && welcome.Publisher == publisher && welcome.Epoch == place.Epoch
            ? StreamMarker.From(offset, place.Sequence, welcome) : null;

    // Of a frame: bytes of its topic and of its header.
    private readonly record struct Sizes(int Topic, int Header);
}

/// <summary>How a subscription ended.</summary>
/// <param name="Fault">What the broker said; null when it is to be read from another place.</param>
/// <param name="FoundOffset">Offset of the message that came instead; -1 when none came.</param>
internal sealed record SessionEnd(BrokerFault? Fault, long FoundOffset = -1)
{
    /// <summary>
    /// Of the first marker, before which there are frames; null when the message at a marker is another one.
    /// </summary>
    public FirstMaps? Maps { get; init; }

    /// <summary>The consumer ends, or its connection does.</summary>
    public static SessionEnd Stopped { get; } = new(new BrokerFault(BrokerFaultKind.Closed, "the subscription ended"));
}
