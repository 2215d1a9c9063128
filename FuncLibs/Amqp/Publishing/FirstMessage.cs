using RabbitMQ.Client;

namespace FuncLibs.Amqp.Publishing;

/// <summary>
/// Looks whether a stream queue has a message, by reading. After a restart a broker counts 0 messages for some seconds.
/// </summary>
internal sealed class FirstMessage : AsyncDefaultBasicConsumer
{
    // A broker that has just started answers within a second.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(3);

    private readonly TaskCompletionSource _met = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private FirstMessage(IChannel channel)
        : base(channel)
    {
    }

    /// <summary>True when a message comes from the begin of the queue.</summary>
    public static async Task<bool> ExistsAsync(IConnection connection, StreamQueue queue, CancellationToken stop)
    {
        IChannel channel = await connection.CreateChannelAsync(options: null, stop).ConfigureAwait(false);
        await channel.BasicQosAsync(0, prefetchCount: 1, global: false, stop).ConfigureAwait(false);
        FirstMessage first = new(channel);
        await channel.BasicConsumeAsync(
            queue.Name,
            autoAck: false,
            consumerTag: "",
            noLocal: false,
            exclusive: false,
            arguments: new Dictionary<string, object?> { ["x-stream-offset"] = "first" },
            first,
            stop).ConfigureAwait(false);
        try
        {
            await first._met.Task.WaitAsync(Limit, stop).ConfigureAwait(false);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
        finally
        {
            await channel.CloseAsync(stop).ConfigureAwait(false);
        }
    }

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
        _met.TrySetResult();
        return Task.CompletedTask;
    }
}
