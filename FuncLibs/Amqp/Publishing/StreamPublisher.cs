using FuncLibs.Messaging.Wire;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace FuncLibs.Amqp.Publishing;

/// <summary>
/// Publishes to the stream queue of one publisher, over a connection of its own. It is used until it has a
/// <see cref="Fault"/>: then what is after <see cref="Confirmed"/> is to be published again by the next one. One caller
/// publishes; properties may be read by any thread.
/// </summary>
public sealed class StreamPublisher : IAsyncDisposable
{
    /// <summary>Messages that may be published after <see cref="HasRoom"/> was true.</summary>
    public const int MostBeyondRoom = ConfirmWindow.Reserve;

    private readonly BrokerAddress _address;
    private readonly StreamQueue _queue;
    private readonly IConnection _connection;
    private readonly IChannel _channel;
    private readonly ConfirmWindow _window;
    private readonly BasicProperties _properties;
    private readonly SemaphoreSlim _changed = new(0, 1);
    private readonly CancellationTokenSource _ended = new();
    private readonly Task _watch;
    private BrokerFault? _fault;
    private string? _blocked;

    private StreamPublisher(
        BrokerAddress address,
        StreamQueue queue,
        IConnection connection,
        IChannel channel,
        Guid publisher,
        PublishWindow window,
        bool isEmpty)
    {
        (_address, _queue, _connection, _channel, IsEmpty) = (address, queue, connection, channel, isEmpty);
        _window = new ConfirmWindow(window);
        _properties = FrameMessage.NewProperties(publisher);
        channel.BasicAcksAsync += OnAck;
        channel.BasicNacksAsync += OnNack;
        channel.BasicReturnAsync += OnReturn;
        channel.ChannelShutdownAsync += OnShutdown;
        connection.ConnectionBlockedAsync += OnBlocked;
        connection.ConnectionUnblockedAsync += OnUnblocked;
        _watch = WatchAsync(new QueueWatch(connection, queue));
    }

    /// <summary>
    /// True when the queue was looked into and had no message: it is new, or it was deleted and declared again.
    /// </summary>
    public bool IsEmpty { get; }

    /// <summary>Messages published over this connection; the last one has this number.</summary>
    public long Published => _window.Published;

    /// <summary>The first so many messages are confirmed: the broker has them.</summary>
    public long Confirmed => _window.Confirmed;

    /// <summary>
    /// True while messages may be published: one, or up to <see cref="MostBeyondRoom"/> that belong together.
    /// </summary>
    public bool HasRoom => Fault is null && Blocked is null && _window.HasRoom;

    /// <summary>Why the broker takes nothing at the moment, such as an alarm of its disk; null when it does.</summary>
    public string? Blocked => Volatile.Read(ref _blocked);

    /// <summary>Why it cannot be used any more; null while it can.</summary>
    public BrokerFault? Fault => Volatile.Read(ref _fault);

    /// <summary>
    /// Connects, takes the place of the one bridge of the queue and of its binding, and declares exchange, queue and
    /// binding. From then on it is looked at intervals whether they are there.
    /// </summary>
    /// <param name="address">The broker.</param>
    /// <param name="queue">The queue.</param>
    /// <param name="publisher">Whose frames are published.</param>
    /// <param name="window">What may be unconfirmed.</param>
    /// <param name="name">Name of the connection at the broker.</param>
    /// <param name="looksInside">True: <see cref="IsEmpty"/> is found, which takes some seconds if it is.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <exception cref="BrokerException">It cannot be used now.</exception>
    public static async Task<StreamPublisher> OpenAsync(
        BrokerAddress address,
        StreamQueue queue,
        Guid publisher,
        PublishWindow window,
        string name,
        bool looksInside,
        CancellationToken stop)
    {
        IConnection connection =
            await BrokerConnection.OpenAsync(address, queue, name, FrameLimits.Default, stop).ConfigureAwait(false);
        try
        {
            bool isEmpty = await DeclareAsync(connection, queue, stop).ConfigureAwait(false) && looksInside
                && !await FirstMessage.ExistsAsync(connection, queue, stop).ConfigureAwait(false);
            IChannel channel = await connection.CreateChannelAsync(
                new CreateChannelOptions(
                    publisherConfirmationsEnabled: true,
                    publisherConfirmationTrackingEnabled: false,
                    outstandingPublisherConfirmationsRateLimiter: null),
                stop).ConfigureAwait(false);
            return new StreamPublisher(address, queue, connection, channel, publisher, window, isEmpty);
        }
        catch (Exception e)
        {
            await BrokerConnection.CloseAsync(connection).ConfigureAwait(false);
            if (BrokerFault.IsOfBroker(e) && !BrokerFault.IsStop(e, stop))
                throw new BrokerException(BrokerFault.Of(e, address, queue), e);
            throw;
        }
    }

    /// <summary>Publishes a message. Its bytes are copied before this returns.</summary>
    /// <param name="routingKey">The topic as a routing key.</param>
    /// <param name="place">What it is of.</param>
    /// <param name="isControl">True for a control map, false for a frame.</param>
    /// <param name="header">Its header; empty for a control map.</param>
    /// <param name="payload">Its payload.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <exception cref="BrokerException">It cannot be used any more.</exception>
    public ValueTask PublishAsync(
        string routingKey,
        in StreamPlace place,
        bool isControl,
        ReadOnlySpan<byte> header,
        ReadOnlySpan<byte> payload,
        CancellationToken stop)
    {
        FrameMessage.Set(_properties, place, isControl);
        return SendAsync(routingKey, _window.Add(header, payload), stop);
    }

    /// <summary>Waits until something was confirmed, or its state changed, or the time is over.</summary>
    public Task WaitAsync(TimeSpan limit, CancellationToken stop) => _changed.WaitAsync(limit, stop);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _window.Freeze();
        await _ended.CancelAsync().ConfigureAwait(false);
        await BrokerConnection.CloseAsync(_connection).ConfigureAwait(false);
        await _watch.ConfigureAwait(false);
        _changed.Dispose();
        _ended.Dispose();
    }

    // True when the broker counts no message. A declaration that fails closes its channel.
    private static async Task<bool> DeclareAsync(IConnection connection, StreamQueue queue, CancellationToken stop)
    {
        IChannel channel = await connection.CreateChannelAsync(options: null, stop).ConfigureAwait(false);
        foreach (string name in queue.LockNames)
            await channel.QueueDeclareAsync(
                name,
                durable: false,
                exclusive: true,
                autoDelete: true,
                arguments: null,
                passive: false,
                noWait: false,
                cancellationToken: stop).ConfigureAwait(false);
        await channel.ExchangeDeclareAsync(
            queue.Exchange, ExchangeType.Topic, durable: true, cancellationToken: stop).ConfigureAwait(false);
        Dictionary<string, object?> arguments = new()
        {
            ["x-queue-type"] = "stream",
            ["x-max-length-bytes"] = queue.MaxLengthBytes,
            ["x-stream-max-segment-size-bytes"] = queue.SegmentBytes,
            ["x-queue-leader-locator"] = "client-local",
        };
        if (queue.Replicas > 0)
            arguments["x-initial-cluster-size"] = queue.Replicas;
        QueueDeclareOk declared = await channel.QueueDeclareAsync(
            queue.Name,
            durable: true,
            exclusive: false,
            autoDelete: false,
            arguments: arguments,
            passive: false,
            noWait: false,
            cancellationToken: stop).ConfigureAwait(false);
        await channel.QueueBindAsync(
            queue.Name, queue.Exchange, queue.BindingKey, cancellationToken: stop).ConfigureAwait(false);
        return declared.MessageCount == 0;
    }

    private async Task WatchAsync(QueueWatch watch)
    {
        if (await watch.RunAsync(() => Blocked is null, _ended.Token).ConfigureAwait(false) is { } missed)
            await Fail(BrokerFault.Of(missed, _address, _queue)).ConfigureAwait(false);
    }

    private async ValueTask SendAsync(string routingKey, ReadOnlyMemory<byte> body, CancellationToken stop)
    {
        try
        {
            await _channel.BasicPublishAsync(
                _queue.Exchange, routingKey, mandatory: true, _properties, body, stop).ConfigureAwait(false);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e) && !BrokerFault.IsStop(e, stop))
        {
            await Fail(BrokerFault.Of(e, _address, _queue)).ConfigureAwait(false);
            throw new BrokerException(Fault!, e);
        }
    }

    private Task OnAck(object sender, BasicAckEventArgs ack)
    {
        _window.Confirm((long)ack.DeliveryTag, ack.Multiple);
        return Changed();
    }

    private Task OnNack(object sender, BasicNackEventArgs nack) => Fail(new BrokerFault(
        BrokerFaultKind.Refused, $"the broker could not store a message of {_queue.Name}; it is published again"));

    // A confirm follows, although the message is in no queue.
    private Task OnReturn(object sender, BasicReturnEventArgs returned) => Fail(new BrokerFault(
        BrokerFaultKind.Missing,
        $"exchange {_queue.Exchange} leads to no queue for {returned.RoutingKey}: queue {_queue.Name} or its binding "
            + "was deleted, and is declared again; if this stays, the queue has no leader: delete it"));

    private Task OnShutdown(object sender, ShutdownEventArgs reason) =>
        Fail(BrokerFault.Of(reason, _address, _queue));

    private Task OnBlocked(object sender, ConnectionBlockedEventArgs blocked)
    {
        Volatile.Write(ref _blocked, blocked.Reason);
        return Changed();
    }

    private Task OnUnblocked(object sender, AsyncEventArgs unblocked)
    {
        Volatile.Write(ref _blocked, null);
        return Changed();
    }

    // The first fault is the cause of those after it.
    private Task Fail(BrokerFault fault)
    {
        _window.Freeze();
        Interlocked.CompareExchange(ref _fault, fault, null);
        return Changed();
    }

    private Task Changed()
    {
        try
        {
            if (_changed.CurrentCount == 0)
                _changed.Release();
        }
        catch (Exception e) when (e is SemaphoreFullException or ObjectDisposedException)
        {
            // It was set by another thread, or nobody waits any more.
        }

        return Task.CompletedTask;
    }
}
