using System.Text.Json.Serialization;
using FuncLibs.Amqp.Consuming;
using SignalMonitor.Connections;

namespace SignalMonitor.Health;

/// <summary>A connection that reads a queue at a broker.</summary>
/// <param name="Endpoint">Its name.</param>
/// <param name="Amqp">The queue.</param>
internal sealed record ConnectionHealth(string Endpoint, QueueHealth Amqp);

/// <summary>How reading a queue goes.</summary>
/// <param name="Broker">The broker, as in the name of the connection.</param>
/// <param name="Queue">Name of the queue.</param>
/// <param name="Connected">True while it is subscribed.</param>
/// <param name="Fault">Why it is not, in one line.</param>
/// <param name="Offset">Offset of the last message that was read; -1 before the first.</param>
/// <param name="LagMs">How old the newest frame was when it came, in ms; null before the first.</param>
/// <param name="Waiting">Messages that wait for the receive thread.</param>
/// <param name="Messages">Messages that were read.</param>
/// <param name="Reconnects">Subscriptions after the first.</param>
/// <param name="Foreign">Messages that no bridge wrote.</param>
internal sealed record QueueHealth(
    string Broker,
    string Queue,
    bool Connected,
    string? Fault,
    long Offset,
    long? LagMs,
    int Waiting,
    long Messages,
    long Reconnects,
    ForeignHealth Foreign)
{
    private const long NsPerMs = 1_000_000;

    /// <summary>Name of the connection.</summary>
    [JsonIgnore]
    public string Connection => $"{Broker}/{Queue}";

    /// <summary>Of a connection that reads a queue.</summary>
    public static QueueHealth Create(MonitorConnection connection)
    {
        StreamConsumer consumer = connection.Queue!.Consumer;
        string queue = consumer.Queue.Name;
        long lagNs = connection.Receive.State.LagNs;
        return new QueueHealth(
            connection.Endpoint[..^(queue.Length + 1)],
            queue,
            consumer.IsConnected,
            consumer.Fault?.Text,
            consumer.Offset,
            lagNs < 0 ? null : lagNs / NsPerMs,
            consumer.Waiting,
            consumer.Messages,
            consumer.Reconnects,
            ForeignHealth.Create(consumer.Foreign));
    }
}

/// <summary>Messages that were skipped, by cause.</summary>
internal sealed record ForeignHealth(long Type, long Headers, long Topic, long Body, long Oversize)
{
    public static ForeignHealth Create(ForeignCounts counts) => new(
        counts.Of(ForeignCause.Type),
        counts.Of(ForeignCause.Headers),
        counts.Of(ForeignCause.Topic),
        counts.Of(ForeignCause.Body),
        counts.Of(ForeignCause.Oversize));
}
