using FuncLibs.Messaging.Wire;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace FuncLibs.Amqp.Leasing;

/// <summary>
/// The connection of a process that takes part in leases: of each lease one process of all that joined is the holder.
/// A lease is a classic queue with a single active consumer, so the broker decides, and it decides again as soon as the
/// connection of the holder ends. The queues are transient: those of a node that is down are declared again at
/// another one. Any thread.
/// </summary>
public sealed class LeaseSession : IAsyncDisposable
{
    /// <summary>
    /// Interval of AMQP heartbeats. A holder whose machine vanished, or stands still, is found gone after two to three
    /// of them.
    /// </summary>
    public static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(2);

    /// <summary>The exchange of tokens; who may write to it can publish into lease queues alone.</summary>
    public const string Exchange = "cdb.lease";

    // A refusal is only seen where an answer is waited for.
    private static readonly CreateChannelOptions Confirmed = new(
        publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: true);

    private readonly BrokerAddress _address;
    private readonly string _name;
    private readonly IConnection _connection;

    // A broker with an alarm reads nothing from a connection that publishes: the leases are on another one, which is
    // made when it is needed.
    private readonly SemaphoreSlim _oneOpens = new(1, 1);
    private readonly CancellationTokenSource _closed = new();
    private IConnection? _tokens;
    private BrokerFault? _fault;

    private LeaseSession(BrokerAddress address, string name, IConnection connection)
    {
        (_address, _name, _connection) = (address, name, connection);
        connection.ConnectionShutdownAsync += OnShutdown;
    }

    /// <summary>Why the connection ended, and every lease with it; null while there is one.</summary>
    public BrokerFault? Fault => Volatile.Read(ref _fault);

    /// <summary>Connects.</summary>
    /// <param name="address">The broker.</param>
    /// <param name="name">Name of the connection at the broker.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <exception cref="BrokerException">It cannot be used now.</exception>
    public static async Task<LeaseSession> OpenAsync(BrokerAddress address, string name, CancellationToken stop)
    {
        BrokerAddress alert = address with { Heartbeat = Heartbeat };
        return new LeaseSession(alert, name, await ConnectAsync(alert, name, stop).ConfigureAwait(false));
    }

    /// <summary>
    /// Takes part in a lease: declares its queue, puts a token into it, and waits in the line of its consumers. It is
    /// held from the moment at which <see cref="Lease.IsHeld"/> becomes true.
    /// </summary>
    /// <param name="queue">Name of the queue.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <exception cref="BrokerException">The queue cannot be used now, or has other properties.</exception>
    public async Task<Lease> JoinAsync(string queue, CancellationToken stop)
    {
        IChannel? channel = null;
        try
        {
            channel = await _connection.CreateChannelAsync(options: null, stop).ConfigureAwait(false);
            await DeclareAsync(channel, queue, stop).ConfigureAwait(false);
            await channel.BasicQosAsync(0, prefetchCount: 1, global: false, stop).ConfigureAwait(false);
            LeaseConsumer consumer = new(channel);
            await channel.BasicConsumeAsync(
                queue,
                autoAck: false,
                consumerTag: "",
                noLocal: false,
                exclusive: false,
                arguments: null,
                consumer,
                stop).ConfigureAwait(false);
            Lease lease = new(
                queue, channel, consumer, cancel => PutTokenAsync(queue, cancel), e => FaultOf(e, queue));

            // Not waited for: a broker with an alarm takes it later, and there may be one.
            lease.Offer();
            return lease;
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e))
        {
            if (channel is not null)
                await BrokerConnection.CloseAsync(channel).ConfigureAwait(false);
            if (BrokerFault.IsStop(e, stop))
                throw;
            throw new BrokerException(FaultOf(e, queue), e);
        }
    }

    /// <summary>Gives back every lease.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_closed.IsCancellationRequested)
            return;
        await _closed.CancelAsync().ConfigureAwait(false);
        await BrokerConnection.CloseAsync(_connection).ConfigureAwait(false);
        await _oneOpens.WaitAsync().ConfigureAwait(false);
        if (_tokens is not null)
            await BrokerConnection.CloseAsync(_tokens).ConfigureAwait(false);
        _oneOpens.Dispose();
        _closed.Dispose();
    }

    private static Task<IConnection> ConnectAsync(BrokerAddress address, string name, CancellationToken stop) =>
        BrokerConnection.OpenAsync(address, QueueOf("the leases"), name, FrameLimits.Default, stop);

    // A queue that is unused for an hour goes by itself.
    private static async Task DeclareAsync(IChannel channel, string queue, CancellationToken stop)
    {
        await channel.QueueDeclareAsync(
            queue,
            durable: false,
            exclusive: false,
            autoDelete: false,
            arguments: new Dictionary<string, object?>
            {
                ["x-single-active-consumer"] = true,
                ["x-max-length"] = 1,
                ["x-expires"] = 3_600_000,
            },
            passive: false,
            noWait: false,
            cancellationToken: stop).ConfigureAwait(false);
        await channel.ExchangeDeclareAsync(
            Exchange, ExchangeType.Direct, durable: true, autoDelete: false, cancellationToken: stop)
            .ConfigureAwait(false);
        await channel.QueueBindAsync(queue, Exchange, routingKey: queue, cancellationToken: stop).ConfigureAwait(false);
    }

    // A consumer is not told that it became the active one: it sees it by a message. One beyond the first is dropped.
    private async Task PutTokenAsync(string queue, CancellationToken stop)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(stop, _closed.Token);
        IConnection tokens = await OpenTokensAsync(either.Token).ConfigureAwait(false);
        IChannel channel = await tokens.CreateChannelAsync(Confirmed, either.Token).ConfigureAwait(false);
        try
        {
            await channel.BasicPublishAsync(
                Exchange, queue, mandatory: false, new BasicProperties(), ReadOnlyMemory<byte>.Empty, either.Token)
                .ConfigureAwait(false);
        }
        finally
        {
            await BrokerConnection.CloseAsync(channel).ConfigureAwait(false);
        }
    }

    private async Task<IConnection> OpenTokensAsync(CancellationToken stop)
    {
        await _oneOpens.WaitAsync(stop).ConfigureAwait(false);
        try
        {
            stop.ThrowIfCancellationRequested();
            if (_tokens is { IsOpen: false } ended)
            {
                _tokens = null;
                await BrokerConnection.CloseAsync(ended).ConfigureAwait(false);
            }

            return _tokens ??= await ConnectAsync(_address, _name + " (tokens)", stop).ConfigureAwait(false);
        }
        finally
        {
            _oneOpens.Release();
        }
    }

    private BrokerFault FaultOf(Exception exception, string queue)
    {
        BrokerFault fault = BrokerFault.Of(exception, _address, QueueOf(queue));
        return fault.Kind == BrokerFaultKind.WrongQueue
            ? fault with
            {
                Text = $"the queue {queue} at {_address} was declared by something else; delete it: {fault.Text}",
            }
            : fault;
    }

    private static StreamQueue QueueOf(string name) => new(name, StreamQueue.DefaultExchange, "");

    private Task OnShutdown(object sender, ShutdownEventArgs reason)
    {
        Interlocked.CompareExchange(ref _fault, BrokerFault.Of(reason, _address, QueueOf("the leases")), null);
        return Task.CompletedTask;
    }
}
