using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Transport;

/// <summary>Limits of every socket of a transport. Times in milliseconds.</summary>
public sealed record SocketLimits
{
    /// <summary>Lowest high-water mark, in messages.</summary>
    public const int MinHighWaterMark = 16;

    /// <summary>Approximate overhead of libzmq for a message of three frames, in bytes.</summary>
    public const int OverheadBytes = 512;

    /// <summary>Size of a usual frame in bytes: the reference block.</summary>
    public const int TypicalFrameBytes = 128 << 10;

    private const int MaxHighWaterMark = 1_000_000;

    /// <summary>Longest request in bytes that a publisher accepts from a consumer.</summary>
    public const int MaxRequestBytes = 64 << 10;

    /// <summary>
    /// Longest request in bytes that is refused with an answer; libzmq ends the connection of a peer that sends a
    /// longer one.
    /// </summary>
    public const int MaxAnsweredRequestBytes = 4 * MaxRequestBytes;

    /// <summary>Queue limit for unread requests of one peer: at most 16 MiB of the longest.</summary>
    internal const int RequestHighWaterMark = 64;

    /// <summary>
    /// Lowest queue limit for one consumer of the control socket, in messages of any size: a snapshot of every stream.
    /// </summary>
    internal const int MinAnswerHighWaterMark = 128;

    /// <summary>
    /// Queue limit for one consumer of the control socket in bytes: twice the largest credit of a replay.
    /// </summary>
    internal const long AnswerQueueBytes = 2 * ReplayRequest.MaxCredit;

    /// <summary>
    /// Longest message in bytes that a publisher's data socket accepts. A subscription has 97 bytes at most, but the
    /// limit also applies to the commands of the handshake, which carry the peer's properties.
    /// </summary>
    public const int MaxSubscriberBytes = 1024;

    /// <summary>Limits of a frame.</summary>
    public FrameLimits Frames { get; init; } = FrameLimits.Default;

    /// <summary>
    /// Queue limit for one peer in bytes; divided by the size of a frame it gives the high-water mark, at least 16
    /// messages. Default 64 MiB.
    /// </summary>
    public long QueueBytes { get; init; } = 64 << 20;

    /// <summary>Size of a frame in bytes if nothing better is known; default <see cref="TypicalFrameBytes"/>.</summary>
    public int ExpectedFrameBytes { get; init; } = TypicalFrameBytes;

    /// <summary>
    /// Kernel buffer for each direction of a connection in bytes: a whole frame fits, so it is sent in one piece.
    /// Default 1 MiB.
    /// </summary>
    public int KernelBufferBytes { get; init; } = 1 << 20;

    /// <summary>A peer that has not finished its handshake after this time is disconnected. Default 2000.</summary>
    public int HandshakeMs { get; init; } = 2000;

    /// <summary>
    /// A tcp connection ends when the other machine does not acknowledge sent data for this long, or when it is idle
    /// and does not answer three probes in this time. Default 5000. Pings of libzmq are not used: see decision 0009.
    /// </summary>
    public int DeadPeerMs { get; init; } = 5000;

    /// <summary>Probes of an idle connection before it is dead.</summary>
    internal const int KeepAliveProbes = 3;

    /// <summary>Seconds of silence before the first probe.</summary>
    internal int KeepAliveSeconds => Math.Max(1, DeadPeerMs / 1000);

    /// <summary>Seconds between two probes.</summary>
    internal int KeepAliveIntervalSeconds => Math.Max(1, KeepAliveSeconds / KeepAliveProbes);

    /// <summary>A control link is re-established when a request has no answer for this long. Default 5000.</summary>
    public int AnswerMs { get; init; } = 5000;

    /// <summary>A connection that is not established after this time is retried. Default 1000.</summary>
    public int ConnectMs { get; init; } = 1000;

    /// <summary>First pause before a lost connection is retried. Default 100.</summary>
    public int ReconnectMs { get; init; } = 100;

    /// <summary>Longest such pause. Default 1000.</summary>
    public int ReconnectMaxMs { get; init; } = 1000;

    /// <summary>A link without a frame of any kind for this long is stale. Default 1000.</summary>
    public int StaleMs { get; init; } = 1000;

    /// <summary>
    /// Connections that a bound socket has at a time; more are ended as they come. Default: not limited. Only where the
    /// connections of a library can be ended: libzmq on Linux, and the direct transport.
    /// </summary>
    public int MaxConnections { get; init; } = int.MaxValue;

    /// <summary>Connections that may be pending for accept. Default 256.</summary>
    public int Backlog { get; init; } = 256;

    /// <summary>How long a closed socket continues to send its queue. Default 1000; 0 drops the queue.</summary>
    public int LingerMs { get; init; } = 1000;

    /// <summary>
    /// Queue limit for one peer of a data socket, in messages: the byte budget over the size of a frame, 16 or more.
    /// </summary>
    /// <remarks>
    /// libzmq applies a mark only before a bind or a connect. It does change the marks of existing connections, but
    /// then a writer that is at its mark may never be woken again: it is woken after each half mark that was read, and
    /// the two sides learn of the new mark at different times.
    /// </remarks>
    /// <param name="frameBytes">Size of the largest usual frame.</param>
    public int HighWaterMark(int frameBytes) => MarkOf(QueueBytes, frameBytes, MinHighWaterMark);

    /// <summary>Queue limit for one consumer of a control socket, in messages.</summary>
    internal int AnswerHighWaterMark =>
        MarkOf(Math.Min(QueueBytes, AnswerQueueBytes), ExpectedFrameBytes, MinAnswerHighWaterMark);

    private static int MarkOf(long budget, int frameBytes, int min) =>
        (int)Math.Clamp(budget / ((long)Math.Max(0, frameBytes) + OverheadBytes), min, MaxHighWaterMark);
}
