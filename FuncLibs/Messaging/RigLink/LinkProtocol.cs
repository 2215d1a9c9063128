using System.Buffers.Binary;
using System.Globalization;
using System.Net;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// The grammar of the controller link (TCP), integers little-endian:
/// <code>
/// frame = u32 length (of type + body, 1 to 8 MiB), u8 type, body
/// </code>
/// </summary>
public static class LinkProtocol
{
    /// <summary>The protocol version in a hello.</summary>
    public const int Version = 1;

    /// <summary>Bytes before a body: length and type.</summary>
    public const int HeaderBytes = 5;

    /// <summary>Bytes of the length field.</summary>
    public const int LengthBytes = 4;

    /// <summary>Largest value of the length field.</summary>
    public const int MaxLength = 8 << 20;

    /// <summary>
    /// Largest value of the length field of a frame that is not a block; such maps are read whole and are far smaller.
    /// </summary>
    public const int MaxMapLength = 1 << 20;

    /// <summary>A peer without a complete frame for this long is silent, and the link is closed.</summary>
    public static TimeSpan SilenceLimit { get; } = TimeSpan.FromSeconds(3);

    /// <summary>A peer without a hello after this time is disconnected.</summary>
    public static TimeSpan HelloLimit { get; } = TimeSpan.FromSeconds(3);

    /// <summary>Time between two heartbeats of one side.</summary>
    public static TimeSpan HeartbeatInterval { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Checks the first bytes of a frame.</summary>
    /// <param name="header">The 5 bytes before a body.</param>
    /// <param name="type">The kind of frame.</param>
    /// <param name="bodyBytes">Bytes that follow the header; nothing is allocated for them yet.</param>
    public static LinkOutcome ReadHeader(ReadOnlySpan<byte> header, out LinkFrameType type, out int bodyBytes)
    {
        uint length = BinaryPrimitives.ReadUInt32LittleEndian(header);
        type = (LinkFrameType)header[LengthBytes];
        bodyBytes = 0;
        if (type is < LinkFrameType.Hello or > LinkFrameType.Heartbeat)
            return new LinkOutcome(LinkStatus.BadType, Value: (byte)type);
        int limit = type == LinkFrameType.Block ? MaxLength : MaxMapLength;
        if (length < 1 || length > limit)
            return new LinkOutcome(LinkStatus.BadLength, Value: length);
        bodyBytes = (int)length - 1;
        return LinkOutcome.Ok;
    }
}

/// <summary>
/// Text form of a link's address: <c>tcp://127.0.0.1:5555</c>, <c>tcp://[::1]:5555</c> or <c>tcp://localhost:5555</c>.
/// </summary>
public static class LinkEndpoint
{
    private const string Scheme = "tcp://";

    /// <summary>The form that <see cref="TryParse"/> accepts, for messages.</summary>
    public const string Allowed = "tcp://ADDRESS:PORT with an IP address or localhost";

    /// <summary>Parses an address; host names are not resolved.</summary>
    public static bool TryParse(string text, out IPEndPoint endpoint)
    {
        endpoint = new IPEndPoint(IPAddress.None, 0);
        if (!text.StartsWith(Scheme, StringComparison.Ordinal))
            return false;
        int colon = text.LastIndexOf(':');
        if (colon < Scheme.Length)
            return false;
        if (!ushort.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out ushort port))
            return false;
        string host = text[Scheme.Length..colon];
        IPAddress? address = host == "localhost" ? IPAddress.Loopback : null;
        if (address is null && !IPAddress.TryParse(host, out address))
            return false;
        endpoint = new IPEndPoint(address, port);
        return true;
    }

    /// <summary>The text of an address.</summary>
    public static string Format(IPEndPoint endpoint) => LinkAddress.Format(endpoint, isTls: false);
}
