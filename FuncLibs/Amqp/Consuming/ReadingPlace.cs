using RabbitMQ.Client;

namespace FuncLibs.Amqp.Consuming;

/// <summary>Where a consumer begins to read a queue.</summary>
/// <param name="Marker">The message that must come first; null without one.</param>
/// <param name="Since">Without a marker: what came since then; null for all that the queue has.</param>
internal sealed record ReadingPlace(StreamMarker? Marker, DateTimeOffset? Since)
{
    /// <summary>The first message that the queue has.</summary>
    public static ReadingPlace First { get; } = new(null, null);

    /// <summary>
    /// The argument of the subscription. An offset beyond the end would skip messages without a word, so only one whose
    /// message is known is given.
    /// </summary>
    public object Argument =>
        Marker is { } marker ? marker.Offset
        : Since is { } since ? new AmqpTimestamp(since.ToUnixTimeSeconds())
        : "first";
}
