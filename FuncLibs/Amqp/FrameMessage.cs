using System.Text;
using FuncLibs.Messaging.Wire;
using RabbitMQ.Client;

namespace FuncLibs.Amqp;

/// <summary>
/// A frame as an AMQP message: the body is header and payload as on the wire, the routing key is the topic. The
/// headers repeat publisher (text), stream, epoch and sequence (long): other types end a connection or are dropped by
/// stream queues of RabbitMQ 3.10.
/// </summary>
internal static class FrameMessage
{
    /// <summary>Property `type` of a frame.</summary>
    public const string FrameType = "cdb.frame";

    /// <summary>Property `type` of a control map: a welcome or a catalogue.</summary>
    public const string ControlType = "cdb.control";

    /// <summary>Header with the offset in the stream, set by the broker.</summary>
    public const string OffsetHeader = "x-stream-offset";

    // Of a frame header: its length in words.
    private const int LengthOffset = 5;
    private const int LengthWord = 8;

    private const string Publisher = "publisher";
    private const string Stream = "stream";
    private const string Epoch = "epoch";
    private const string Sequence = "seq";

    /// <summary>Properties that are filled again for each message of one publisher.</summary>
    public static BasicProperties NewProperties(Guid publisher) => new()
    {
        DeliveryMode = DeliveryModes.Persistent,
        Headers = new Dictionary<string, object?>
        {
            [Publisher] = publisher.ToString(),
            [Stream] = 0L,
            [Epoch] = 0L,
            [Sequence] = 0L,
        },
    };

    /// <summary>Fills the properties.</summary>
    public static void Set(BasicProperties properties, in StreamPlace place, bool isControl)
    {
        properties.Type = isControl ? ControlType : FrameType;
        properties.Headers![Stream] = (long)place.Stream;
        properties.Headers[Epoch] = (long)place.Epoch;
        properties.Headers[Sequence] = (long)place.Sequence;
    }

    /// <summary>The type of a message; null for one of another program.</summary>
    public static string? TypeOf(IReadOnlyBasicProperties properties) =>
        properties.IsTypePresent() && properties.Type is FrameType or ControlType ? properties.Type : null;

    /// <summary>Offset of a message in its stream; -1 without one.</summary>
    public static long OffsetOf(IReadOnlyBasicProperties properties) =>
        properties.Headers?.TryGetValue(OffsetHeader, out object? value) == true && value is long offset ? offset : -1;

    /// <summary>Publisher, epoch and number of a message; false for a message of another program.</summary>
    public static bool TryGetPlace(IReadOnlyBasicProperties properties, out Guid publisher, out StreamPlace place)
    {
        (publisher, place) = (default, default);
        if (properties.Headers is not { } headers || !Guid.TryParse(TextOf(headers, Publisher), out publisher)
            || LongOf(headers, Stream) is not { } stream || LongOf(headers, Epoch) is not { } epoch
            || LongOf(headers, Sequence) is not { } sequence || stream is < 0 or > uint.MaxValue || epoch < 0
            || sequence < 0)
            return false;
        place = new StreamPlace((uint)stream, (ulong)epoch, (ulong)sequence);
        return true;
    }

    /// <summary>Splits a body; false when it has no header.</summary>
    public static bool TrySplit(ReadOnlySpan<byte> body, out ReadOnlySpan<byte> header, out ReadOnlySpan<byte> payload)
    {
        header = default;
        payload = default;
        int length = body.Length < FrameHeader.Size ? 0 : body[LengthOffset] * LengthWord;
        if (length < FrameHeader.Size || length > body.Length)
            return false;
        header = body[..length];
        payload = body[length..];
        return true;
    }

    private static string? TextOf(IDictionary<string, object?> headers, string key) =>
        headers.TryGetValue(key, out object? value) && value is byte[] { Length: <= 64 } text
            ? Encoding.ASCII.GetString(text) : null;

    private static long? LongOf(IDictionary<string, object?> headers, string key) =>
        headers.TryGetValue(key, out object? value) && value is long number ? number : null;
}

/// <summary>A place in a stream of a publisher.</summary>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">Sequence in it.</param>
public readonly record struct StreamPlace(uint Stream, ulong Epoch, ulong Sequence);
