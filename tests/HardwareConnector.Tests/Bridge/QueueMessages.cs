using System.Text;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;
using Testing;

namespace HardwareConnector.Tests.Bridge;

/// <summary>Reads a stream queue from its begin, with nothing but RabbitMQ's client.</summary>
internal sealed class QueueMessages : IDisposable
{
    private readonly IConnection _connection;
    private readonly Lock _gate = new();
    private readonly List<QueueMessage> _all = [];

    private QueueMessages(IConnection connection) => _connection = connection;

    /// <summary>What has come so far.</summary>
    public QueueMessage[] All
    {
        get
        {
            lock (_gate)
                return [.. _all];
        }
    }

    /// <summary>The frames of the journal of one stream, in the order of the queue.</summary>
    public (ulong Epoch, ulong Sequence)[] Blocks(uint stream = 1) =>
    [
        .. All.Where(one => one.Frame.Kind == FrameKind.Data && one.Frame.Stream == stream)
            .Select(one => (one.Frame.Epoch, one.Frame.Sequence)),
    ];

    /// <summary>Connects; a queue that is not there yet is waited for.</summary>
    public static QueueMessages Open(Uri broker, string queue)
    {
        QueueMessages? messages = null;
        string? refused = null;
        try
        {
            Eventually.True(
                () => ((messages, refused) = TryOpen(broker, queue).GetAwaiter().GetResult()).messages is not null,
                $"{queue} can be read");
        }
        catch (TimeoutException e)
        {
            throw new TimeoutException(refused, e);
        }

        return messages!;
    }

    public void WaitFor(Func<QueueMessages, bool> condition, string what) =>
        Eventually.True(() => condition(this), what);

    public void Dispose() => _connection.Dispose();

    private static async Task<(QueueMessages? Messages, string? Refused)> TryOpen(Uri broker, string queue)
    {
        IConnection? connection = null;
        try
        {
            ConnectionFactory factory = new() { Uri = broker, AutomaticRecoveryEnabled = false };
            connection = await factory.CreateConnectionAsync();
            QueueMessages messages = new(connection);
            IChannel channel = await connection.CreateChannelAsync();
            await channel.BasicQosAsync(0, 100, global: false);
            AsyncEventingBasicConsumer consumer = new(channel);
            consumer.ReceivedAsync += (_, message) => messages.Take(channel, message);
            Dictionary<string, object?> first = new() { ["x-stream-offset"] = "first" };
            await channel.BasicConsumeAsync(
                queue, autoAck: false, "", noLocal: false, exclusive: false, first, consumer);
            return (messages, null);
        }
        catch (Exception e) when (e is OperationInterruptedException or BrokerUnreachableException)
        {
            connection?.Dispose();
            return (null, e.Message);
        }
    }

    private async Task Take(IChannel channel, BasicDeliverEventArgs message)
    {
        QueueMessage one = new(
            message.BasicProperties.Type ?? "",
            message.RoutingKey,
            message.BasicProperties.Headers!.ToDictionary(
                pair => pair.Key, pair => pair.Value is byte[] text ? Encoding.UTF8.GetString(text) : pair.Value),
            message.Body.ToArray());
        lock (_gate)
            _all.Add(one);
        await channel.BasicAckAsync(message.DeliveryTag, multiple: false);
    }
}

/// <summary>A message of a queue.</summary>
internal sealed record QueueMessage(
    string Type, string RoutingKey, IReadOnlyDictionary<string, object?> Headers, byte[] Body)
{
    /// <summary>The header of a frame, checked with its payload; default for a control map.</summary>
    public FrameHeader Frame
    {
        get
        {
            if (Type != "cdb.frame")
                return default;
            FrameHeaderReader.Read(
                Body.AsSpan(0, FrameHeader.Size), Payload, FrameLimits.Default, out FrameHeader header)
                .IsOk.ShouldBeTrue();
            return header;
        }
    }

    /// <summary>The heartbeat in it; null for another kind.</summary>
    public Heartbeat? Heartbeat
    {
        get
        {
            Heartbeat heartbeat = new();
            return Frame.Kind == FrameKind.Heartbeat && heartbeat.TryRead(Payload, out _) ? heartbeat : null;
        }
    }

    /// <summary>The welcome in it; null for another message.</summary>
    public Welcome? Welcome => Type == "cdb.control" ? FuncLibs.Messaging.Wire.Control.Welcome.Read(Body, out _) : null;

    private ReadOnlySpan<byte> Payload => Body.AsSpan(FrameHeader.Size);
}
