using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace FuncLibs.Amqp.Leasing;

/// <summary>
/// The place of a process in the line of a lease. While it is the active consumer it has the token, not acknowledged.
/// </summary>
/// <param name="channel">Its channel.</param>
internal sealed class LeaseConsumer(IChannel channel) : AsyncDefaultBasicConsumer(channel), IDisposable
{
    private readonly SemaphoreSlim _changed = new(0);
    private long _token;
    private volatile bool _isOver;

    /// <summary>Delivery tag of the token; 0 without one.</summary>
    public ulong Token => (ulong)Volatile.Read(ref _token);

    /// <summary>True when the broker ended it.</summary>
    public bool IsOver => _isOver;

    /// <summary>Waits until it became the holder, or is none any more, or the time is over.</summary>
    public Task WaitAsync(TimeSpan limit, CancellationToken stop) => _changed.WaitAsync(limit, stop);

    /// <summary>Its channel is closed, and nobody waits for it.</summary>
    public void Dispose() => _changed.Dispose();

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
        Volatile.Write(ref _token, (long)deliveryTag);
        Changed();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task HandleBasicCancelAsync(string consumerTag, CancellationToken cancellationToken = default)
    {
        End();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task HandleChannelShutdownAsync(object channel, ShutdownEventArgs reason)
    {
        End();
        return Task.CompletedTask;
    }

    private void End()
    {
        _isOver = true;
        Changed();
    }

    private void Changed()
    {
        try
        {
            _changed.Release();
        }
        catch (ObjectDisposedException)
        {
            // Nobody waits any more.
        }
    }
}
