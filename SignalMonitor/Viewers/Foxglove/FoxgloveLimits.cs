namespace SignalMonitor.Viewers.Foxglove;

/// <summary>Bounds of the protocol here, whatever a viewer does.</summary>
internal static class FoxgloveLimits
{
    /// <summary>Bytes of a message from a viewer.</summary>
    public const int MessageBytes = 65_536;

    /// <summary>Subscriptions of one viewer.</summary>
    public const int Subscriptions = 2048;

    /// <summary>Bytes that wait to be sent to one viewer.</summary>
    public const int WaitingBytes = 4 << 20;

    /// <summary>Channels of one message that announces them, some 100 kB.</summary>
    public const int AdvertisedAtOnce = 256;

    /// <summary>Channels that ever had an id; then the protocol serves no further ones.</summary>
    public const int Channels = 65_536;

    /// <summary>How long a viewer may leave a message unread.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
}
