using RabbitMQ.Client;

namespace FuncLibs.Amqp.Leasing;

/// <summary>
/// One lease that this process waits for or holds; made by <see cref="LeaseSession.JoinAsync"/>. Properties may be read
/// by any thread; one task calls the methods.
/// </summary>
public sealed class Lease : IAsyncDisposable
{
    private readonly IChannel _channel;
    private readonly LeaseConsumer _consumer;
    private readonly Func<CancellationToken, Task> _putTokenAsync;
    private readonly Func<Exception, BrokerFault> _faultOf;

    private readonly CancellationTokenSource _closed = new();
    private Task _offer = Task.CompletedTask;
    private BrokerFault? _offerFault;

    // The token that is on its way back.
    private ulong _putBack;

    internal Lease(
        string name,
        IChannel channel,
        LeaseConsumer consumer,
        Func<CancellationToken, Task> putTokenAsync,
        Func<Exception, BrokerFault> faultOf)
    {
        (Name, _channel, _consumer) = (name, channel, consumer);
        (_putTokenAsync, _faultOf) = (putTokenAsync, faultOf);
    }

    /// <summary>Name of its queue.</summary>
    public string Name { get; }

    /// <summary>True while this process is the holder, as far as it has heard.</summary>
    public bool IsHeld => !_consumer.IsOver && _consumer.Token != 0;

    /// <summary>True when it has to be joined again: the connection ended, or the queue was deleted.</summary>
    public bool IsOver => _consumer.IsOver;

    /// <summary>Why the last token could not be put into the queue; null when it could, or is on its way.</summary>
    public BrokerFault? OfferFault => Volatile.Read(ref _offerFault);

    /// <summary>
    /// Waits until <see cref="IsHeld"/> or <see cref="IsOver"/> changed, or the time is over; sometimes shorter.
    /// </summary>
    public Task WaitAsync(TimeSpan limit, CancellationToken stop) => _consumer.WaitAsync(limit, stop);

    /// <summary>Processes that wait for it or hold it, this one included.</summary>
    /// <exception cref="BrokerException">The queue cannot be used now.</exception>
    public async Task<int> CountAsync(CancellationToken stop)
    {
        int count = 0;
        await AtBrokerAsync(
            async () =>
            {
                QueueDeclareOk found = await _channel.QueueDeclarePassiveAsync(Name, stop).ConfigureAwait(false);
                count = (int)Math.Min(int.MaxValue, found.ConsumerCount);
            },
            stop).ConfigureAwait(false);
        return count;
    }

    /// <summary>
    /// Puts a token into the queue, where one may be already; while waiting, in case that somebody took it out: without
    /// one nobody would ever be the holder. It does not wait: a broker with an alarm takes nothing.
    /// </summary>
    public void Offer()
    {
        if (_offer.IsCompleted)
            _offer = OfferAsync(_closed.Token);
    }

    /// <summary>
    /// Puts the token back and gets it again, as the holder: a broker ends consumers that keep a message for long
    /// (<c>consumer_timeout</c>, 30 minutes). Does nothing while it is on its way, or without one.
    /// </summary>
    /// <exception cref="BrokerException">The queue cannot be used now.</exception>
    public Task RenewAsync(CancellationToken stop)
    {
        ulong token = _consumer.Token;
        if (token == _putBack)
            return Task.CompletedTask;
        _putBack = token;
        return AtBrokerAsync(() => _channel.BasicRejectAsync(token, requeue: true, stop).AsTask(), stop);
    }

    /// <summary>Leaves the line; if it was the holder, the next one is.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_closed.IsCancellationRequested)
            return;
        await _closed.CancelAsync().ConfigureAwait(false);
        await BrokerConnection.CloseAsync(_channel).ConfigureAwait(false);
        await _offer.ConfigureAwait(false);
        _closed.Dispose();
        _consumer.Dispose();
    }

    private async Task OfferAsync(CancellationToken stop)
    {
        try
        {
            await _putTokenAsync(stop).ConfigureAwait(false);
            Volatile.Write(ref _offerFault, null);
        }
        catch (Exception e) when (BrokerFault.IsStop(e, stop))
        {
            // It is left.
        }
        catch (BrokerException e)
        {
            Volatile.Write(ref _offerFault, e.Fault);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e))
        {
            Volatile.Write(ref _offerFault, _faultOf(e));
        }
    }

    private async Task AtBrokerAsync(Func<Task> call, CancellationToken stop)
    {
        try
        {
            await call().ConfigureAwait(false);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e) && !BrokerFault.IsStop(e, stop))
        {
            throw new BrokerException(_faultOf(e), e);
        }
    }
}
