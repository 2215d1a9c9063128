using RabbitMQ.Client;
using RabbitMQ.Client.Exceptions;

namespace FuncLibs.Amqp.Publishing;

/// <summary>
/// Looks at intervals whether the queue of a publisher is there, and binds it again. A message is returned only if it
/// is routed to no queue at all: while another queue is bound, the broker confirms what is not in this one. It has
/// channels of its own, so publishing does not wait for it.
/// </summary>
/// <param name="connection">The connection of the publisher.</param>
/// <param name="queue">The queue.</param>
internal sealed class QueueWatch(IConnection connection, StreamQueue queue)
{
    /// <summary>Between two looks.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    /// <summary>Looks until the queue is missed.</summary>
    /// <param name="canAsk">False while the broker reads nothing of this connection.</param>
    /// <param name="stop">Ends it.</param>
    /// <returns>What the broker said; null when it was ended.</returns>
    public async Task<OperationInterruptedException?> RunAsync(Func<bool> canAsk, CancellationToken stop)
    {
        try
        {
            while (true)
            {
                await Task.Delay(Interval, stop).ConfigureAwait(false);
                if (canAsk() && await FindFaultAsync(stop).ConfigureAwait(false) is { } fault)
                    return fault;
            }
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    // No answer in time is no fault of the queue: the heartbeat of the connection decides.
    private async Task<OperationInterruptedException?> FindFaultAsync(CancellationToken stop)
    {
        IChannel? channel = null;
        try
        {
            channel = await connection.CreateChannelAsync(options: null, stop).ConfigureAwait(false);
            await channel.QueueDeclarePassiveAsync(queue.Name, stop).ConfigureAwait(false);
            await channel.QueueBindAsync(queue.Name, queue.Exchange, queue.BindingKey, cancellationToken: stop)
                .ConfigureAwait(false);
            return null;
        }
        catch (OperationInterruptedException e)
        {
            return e;
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e) && !BrokerFault.IsStop(e, stop))
        {
            return null;
        }
        finally
        {
            if (channel is not null)
                await BrokerConnection.CloseAsync(channel).ConfigureAwait(false);
        }
    }
}
