using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;
using Testing;

namespace Integration.Brokers;

/// <summary>A connection to a broker, and what the tests do with a stream queue over it.</summary>
internal sealed class StreamClient : IAsyncDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly IChannel _channel;

    private StreamClient(IConnection connection, IChannel channel) => (Connection, _channel) = (connection, channel);

    public IConnection Connection { get; }

    public static async Task<StreamClient> Connect(Uri broker)
    {
        ConnectionFactory factory = new() { Uri = broker, AutomaticRecoveryEnabled = false };
        IConnection connection = await factory.CreateConnectionAsync();
        return new StreamClient(connection, await connection.CreateChannelAsync(new CreateChannelOptions(true, true)));
    }

    /// <summary>The first message of a stream, from a connection of its own.</summary>
    public static byte[] First(Uri broker, string queue)
    {
        byte[]? body = null;
        Eventually.True(
            () => (body = TryFirst(broker, queue).GetAwaiter().GetResult()) is not null, $"{queue} can be read");
        return body!;
    }

    public async Task Declare(string queue) => await _channel.QueueDeclareAsync(
        queue,
        durable: true,
        exclusive: false,
        autoDelete: false,
        new Dictionary<string, object?> { ["x-queue-type"] = "stream" });

    /// <summary>Ends when the broker has confirmed it.</summary>
    public async Task Publish(string queue, byte[] body) =>
        await _channel.BasicPublishAsync("", queue, mandatory: true, body);

    public async ValueTask DisposeAsync()
    {
        await _channel.DisposeAsync();
        await Connection.DisposeAsync();
    }

    // A stream of a broker that has just started is not found for a moment.
    private static async Task<byte[]?> TryFirst(Uri broker, string queue)
    {
        await using StreamClient client = await Connect(broker);
        IChannel channel = client._channel;
        TaskCompletionSource<byte[]> first = new(TaskCreationOptions.RunContinuationsAsynchronously);
        AsyncEventingBasicConsumer consumer = new(channel);
        consumer.ReceivedAsync += (_, message) =>
        {
            first.TrySetResult(message.Body.ToArray());
            return Task.CompletedTask;
        };
        await channel.BasicQosAsync(0, 1, global: false);
        try
        {
            await channel.BasicConsumeAsync(
                queue,
                autoAck: false,
                consumerTag: "",
                noLocal: false,
                exclusive: false,
                new Dictionary<string, object?> { ["x-stream-offset"] = "first" },
                consumer);
        }
        catch (OperationInterruptedException)
        {
            return null;
        }

        return await first.Task.WaitAsync(Limit);
    }
}
