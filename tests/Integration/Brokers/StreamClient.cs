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

    /// <summary>Ends when the broker has confirmed it.</summary>
    public async Task Publish(string exchange, string key, StreamMessage message) => await _channel.BasicPublishAsync(
        exchange,
        key,
        mandatory: true,
        new BasicProperties { Type = message.Type, Headers = new Dictionary<string, object?>(message.Headers) },
        message.Body);

    /// <summary>The first messages of a stream.</summary>
    public async Task<IReadOnlyList<StreamMessage>> Read(string queue, int count)
    {
        List<StreamMessage> read = [];
        TaskCompletionSource all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        AsyncEventingBasicConsumer consumer = new(_channel);
        consumer.ReceivedAsync += async (_, message) =>
        {
            if (read.Count == count)
                return;
            read.Add(new StreamMessage(
                message.RoutingKey,
                message.BasicProperties.Type ?? "",
                new Dictionary<string, object?>(message.BasicProperties.Headers!),
                message.Body.ToArray()));
            await _channel.BasicAckAsync(message.DeliveryTag, multiple: false);
            if (read.Count == count)
                all.TrySetResult();
        };
        await _channel.BasicQosAsync(0, 100, global: false);
        string tag = await Consume(_channel, queue, consumer);
        await all.Task.WaitAsync(Limit);
        await _channel.BasicCancelAsync(tag);
        return read;
    }

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
            await Consume(channel, queue, consumer);
        }
        catch (OperationInterruptedException)
        {
            return null;
        }

        return await first.Task.WaitAsync(Limit);
    }

    private static Task<string> Consume(IChannel channel, string queue, IAsyncBasicConsumer consumer) =>
        channel.BasicConsumeAsync(
            queue,
            autoAck: false,
            consumerTag: "",
            noLocal: false,
            exclusive: false,
            new Dictionary<string, object?> { ["x-stream-offset"] = "first" },
            consumer);
}

/// <summary>A message of a stream queue.</summary>
internal sealed record StreamMessage(
    string Key, string Type, IReadOnlyDictionary<string, object?> Headers, byte[] Body)
{
    public StreamMessage With(string header, object? value) =>
        this with { Headers = new Dictionary<string, object?>(Headers) { [header] = value } };

    public StreamMessage Without(string header) =>
        this with { Headers = Headers.Where(one => one.Key != header).ToDictionary() };
}
