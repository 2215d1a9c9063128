namespace FuncLibs.Messaging.Transport;

/// <summary>
/// What a peer may send to a bound socket before its connection is cut, with all bytes of the protocol.
/// </summary>
/// <param name="BurstBytes">At once, in bytes.</param>
/// <param name="BytesPerSecond">In the long run, in bytes per second.</param>
internal readonly record struct InputBudget(long BurstBytes, long BytesPerSecond)
{
    /// <summary>
    /// Of a data socket. A consumer sends its handshake and some subscriptions of up to 97 bytes, and takes them back.
    /// </summary>
    public static InputBudget Subscriptions { get; } = new(128 << 10, 1 << 10);

    /// <summary>
    /// Of a control socket. A consumer sends a few requests a second, of at most
    /// <see cref="SocketLimits.MaxRequestBytes"/>.
    /// </summary>
    public static InputBudget Requests { get; } = new(8 << 20, 1 << 20);
}
