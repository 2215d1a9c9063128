using System.Buffers.Binary;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// The grammar of the controller link (TCP), integers little-endian:
/// <code>
/// frame = u32 length (of type + body, 1 to 8 MiB), u8 type, body
/// </code>
/// </summary>
public static class LinkProtocol
{
    /// <summary>The version that a hello names.</summary>
    public const int Version = 1;

    /// <summary>Bytes before a body: length and type.</summary>
    public const int HeaderBytes = 5;

    /// <summary>Bytes of the length field.</summary>
    public const int LengthBytes = 4;

    /// <summary>Largest value of the length field.</summary>
    public const int MaxLength = 8 << 20;

    /// <summary>Largest value of the length field of anything but a block: maps are read whole, and none of ours is near it.</summary>
    public const int MaxMapLength = 1 << 20;

    /// <summary>A side that has sent no whole frame for this long is silent, and the link is closed.</summary>
    public static TimeSpan SilenceLimit { get; } = TimeSpan.FromSeconds(3);

    /// <summary>A peer whose hello is not there after this long is dropped.</summary>
    public static TimeSpan HelloLimit { get; } = TimeSpan.FromSeconds(3);

    /// <summary>Time between two heartbeats of one side.</summary>
    public static TimeSpan HeartbeatInterval { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Checks the first bytes of a frame.</summary>
    /// <param name="header">The 5 bytes before a body.</param>
    /// <param name="type">The kind of frame.</param>
    /// <param name="bodyBytes">Bytes that follow the header; nothing was allocated for them yet.</param>
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
