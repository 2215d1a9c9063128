namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>Names of <see cref="LinkState"/> on the wire. A name that a later version adds reads as unknown.</summary>
internal static class LinkStateText
{
    public static ReadOnlySpan<byte> ToUtf8(LinkState state) => state switch
    {
        LinkState.Online => "online"u8,
        LinkState.Offline => "offline"u8,
        LinkState.Restart => "restart"u8,
        _ => "unknown"u8,
    };

    public static LinkState Parse(ReadOnlySpan<byte> text)
    {
        for (LinkState state = LinkState.Online; state <= LinkState.Restart; state++)
        {
            if (text.SequenceEqual(ToUtf8(state)))
                return state;
        }

        return LinkState.Unknown;
    }
}
