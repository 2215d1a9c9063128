namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>The connector's link to its rig.</summary>
public enum LinkState : byte
{
    /// <summary>Not reported.</summary>
    Unknown,

    /// <summary>Blocks arrive.</summary>
    Online,

    /// <summary>The rig cannot be reached.</summary>
    Offline,

    /// <summary>The rig is starting again.</summary>
    Restart,
}

/// <summary>Names of <see cref="LinkState"/> on the wire. A name that a later version adds reads as unknown.</summary>
internal static class LinkStateText
{
    public static MapCodec<LinkState> Codec { get; } = MapCodec.Name<LinkState>(ToUtf8);

    public static ReadOnlySpan<byte> ToUtf8(LinkState state) => state switch
    {
        LinkState.Online => "online"u8,
        LinkState.Offline => "offline"u8,
        LinkState.Restart => "restart"u8,
        _ => "unknown"u8,
    };
}
