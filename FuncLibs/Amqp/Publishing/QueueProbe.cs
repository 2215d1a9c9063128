using FuncLibs.Messaging.Wire;
using RabbitMQ.Client;

namespace FuncLibs.Amqp.Publishing;

/// <summary>Looks at a queue without changing anything.</summary>
public static class QueueProbe
{
    /// <summary>Messages in the queue.</summary>
    /// <param name="address">The broker.</param>
    /// <param name="queue">The queue.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <exception cref="BrokerException">The broker or the queue cannot be used.</exception>
    public static async Task<uint> CountAsync(BrokerAddress address, StreamQueue queue, CancellationToken stop)
    {
        IConnection connection = await BrokerConnection.OpenAsync(address, queue, "probe", FrameLimits.Default, stop)
            .ConfigureAwait(false);
        try
        {
            IChannel channel = await connection.CreateChannelAsync(options: null, stop).ConfigureAwait(false);
            QueueDeclareOk found = await channel.QueueDeclarePassiveAsync(queue.Name, stop).ConfigureAwait(false);
            return found.MessageCount;
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e) && !BrokerFault.IsStop(e, stop))
        {
            throw new BrokerException(BrokerFault.Of(e, address, queue), e);
        }
        finally
        {
            await BrokerConnection.CloseAsync(connection).ConfigureAwait(false);
        }
    }
}
