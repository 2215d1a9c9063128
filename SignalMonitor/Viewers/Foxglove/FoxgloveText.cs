using System.Buffers.Binary;
using System.Buffers.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>Messages to a viewer: <c>foxglove.websocket.v1</c>, the members of its specification.</summary>
internal static class FoxgloveText
{
    /// <summary>Bytes of the longest message of one value.</summary>
    public const int MaxDataBytes = HeaderBytes + 64;

    private const int HeaderBytes = 1 + sizeof(uint) + sizeof(ulong);
    private const byte DataOpcode = 1;

    /// <summary>The first message of a connection.</summary>
    public static byte[] ServerInfo(Guid session) => JsonSerializer.SerializeToUtf8Bytes(
        new ServerInfoMessage("serverInfo", "SignalMonitor", [], session.ToString()),
        FoxgloveJson.Default.ServerInfoMessage);

    /// <summary>Channels that may be subscribed from here on.</summary>
    public static byte[] Advertise(IEnumerable<FoxgloveChannel> channels) => JsonSerializer.SerializeToUtf8Bytes(
        new AdvertiseMessage("advertise", [.. channels.Select(Describe)]), FoxgloveJson.Default.AdvertiseMessage);

    /// <summary>Channels that are gone.</summary>
    public static byte[] Unadvertise(IEnumerable<uint> channels) => JsonSerializer.SerializeToUtf8Bytes(
        new UnadvertiseMessage("unadvertise", [.. channels]), FoxgloveJson.Default.UnadvertiseMessage);

    /// <summary>What a viewer shows to its user.</summary>
    public static byte[] Status(FoxgloveLevel level, string message) => JsonSerializer.SerializeToUtf8Bytes(
        new StatusMessage("status", (int)level, message), FoxgloveJson.Default.StatusMessage);

    /// <summary>A value: opcode, subscription, time, and JSON. Does not allocate.</summary>
    /// <param name="message">At least <see cref="MaxDataBytes"/>.</param>
    /// <param name="subscription">Number that the viewer gave its subscription.</param>
    /// <param name="timeNs">When the sample was due, UTC ns.</param>
    /// <param name="value">A finite number.</param>
    /// <returns>Bytes of the message.</returns>
    public static int WriteData(Span<byte> message, uint subscription, long timeNs, double value)
    {
        message[0] = DataOpcode;
        BinaryPrimitives.WriteUInt32LittleEndian(message[1..], subscription);
        BinaryPrimitives.WriteUInt64LittleEndian(message[(1 + sizeof(uint))..], (ulong)Math.Max(0, timeNs));
        Span<byte> json = message[HeaderBytes..];
        ReadOnlySpan<byte> begin = "{\"value\":"u8;
        begin.CopyTo(json);
        Utf8Formatter.TryFormat(value, json[begin.Length..], out int digits);
        json[begin.Length + digits] = (byte)'}';
        return HeaderBytes + begin.Length + digits + 1;
    }

    private static AdvertisedChannel Describe(FoxgloveChannel channel)
    {
        string title = channel.Unit.Length == 0 ? "Number" : $"Number in {channel.Unit}";
        return new AdvertisedChannel(channel.Id, channel.Topic, "json", title, SchemaOf(title), "jsonschema");
    }

    private static string SchemaOf(string title) => JsonSerializer.Serialize(
        new ValueSchema("object", title, new ValueProperties(new ValueProperty("number", title))),
        FoxgloveJson.Default.ValueSchema);
}

/// <summary>How much a status matters; the numbers of the protocol.</summary>
internal enum FoxgloveLevel : byte
{
    /// <summary>For information.</summary>
    Info,

    /// <summary>Something was ignored.</summary>
    Warning,

    /// <summary>Something was refused.</summary>
    Error,
}

/// <summary>Says who serves.</summary>
internal sealed record ServerInfoMessage(string Op, string Name, string[] Capabilities, string SessionId);

/// <summary>Announces channels.</summary>
internal sealed record AdvertiseMessage(string Op, AdvertisedChannel[] Channels);

/// <summary>One channel of it.</summary>
internal sealed record AdvertisedChannel(
    uint Id, string Topic, string Encoding, string SchemaName, string Schema, string SchemaEncoding);

/// <summary>Takes channels back.</summary>
internal sealed record UnadvertiseMessage(string Op, uint[] ChannelIds);

/// <summary>A line for the user.</summary>
internal sealed record StatusMessage(string Op, int Level, string Message);

/// <summary>JSON schema of a value.</summary>
internal sealed record ValueSchema(string Type, string Title, ValueProperties Properties);

/// <summary>Its members.</summary>
internal sealed record ValueProperties(ValueProperty Value);

/// <summary>One of them.</summary>
internal sealed record ValueProperty(string Type, string Description);

/// <summary>Generated JSON of the protocol.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ServerInfoMessage))]
[JsonSerializable(typeof(AdvertiseMessage))]
[JsonSerializable(typeof(UnadvertiseMessage))]
[JsonSerializable(typeof(StatusMessage))]
[JsonSerializable(typeof(ValueSchema))]
internal sealed partial class FoxgloveJson : JsonSerializerContext;
