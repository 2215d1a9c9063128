using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace SignalMonitor.Notifications.Targets;

/// <summary>A message as webhooks and brokers get it (docs/notifications.md).</summary>
internal sealed record MessageDocument(
    Guid Id,
    string Time,
    long UtcNs,
    string Kind,
    string Severity,
    string Monitor,
    string Stream,
    string Title,
    string Text,
    int Count)
{
    private const long NsPerTick = 100;

    /// <summary>The bytes of a message.</summary>
    public static byte[] Encode(Notification message) =>
        JsonSerializer.SerializeToUtf8Bytes(Create(message), MessageJson.Default.MessageDocument);

    /// <summary>The time of a message as people read it, UTC to the millisecond.</summary>
    public static string TimeOf(Notification message) =>
        DateTimeOffset.UnixEpoch.AddTicks(message.UtcNs / NsPerTick)
            .ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);

    /// <summary>A word of options, JSON and topics.</summary>
    public static string NameOf<T>(T value)
        where T : struct, Enum =>
        JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    private static MessageDocument Create(Notification message) => new(
        message.Id,
        TimeOf(message),
        message.UtcNs,
        NameOf(message.Kind),
        NameOf(message.Severity),
        message.Monitor,
        message.Stream,
        message.Title,
        message.Text,
        message.Count);
}

/// <summary>Source-generated writer of messages.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(MessageDocument))]
internal sealed partial class MessageJson : JsonSerializerContext;
