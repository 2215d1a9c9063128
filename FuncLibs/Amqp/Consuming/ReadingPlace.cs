using RabbitMQ.Client;

namespace FuncLibs.Amqp.Consuming;

/// <summary>Where a consumer begins to read a queue.</summary>
/// <param name="Marker">The message that must come first; null without one.</param>
/// <param name="Since">Without a marker: what came since then; null for all that the queue has.</param>
/// <param name="Maps">Of the first marker, where frames are before it; null unknown, or not needed.</param>
internal sealed record ReadingPlace(StreamMarker? Marker, DateTimeOffset? Since, FirstMaps? Maps = null)
{
    /// <summary>The first message that the queue has.</summary>
    public static ReadingPlace First { get; } = new(null, null);

    /// <summary>
    /// True when the begin of the queue is read, and it is not known yet whether its first message is a marker.
    /// </summary>
    public bool NeedsMaps => Marker is null && Since is null && Maps is null;

    /// <summary>
    /// The argument of the subscription. An offset beyond the end would skip messages without a word, so only one whose
    /// message is known is given.
    /// </summary>
    public object Argument =>
        Marker is { } marker ? marker.Offset
        : Since is { } since ? new AmqpTimestamp(since.ToUnixTimeSeconds())
        : "first";
}
