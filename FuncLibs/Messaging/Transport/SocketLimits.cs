using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Transport;

/// <summary>What every socket of a transport is limited to. Times in milliseconds.</summary>
public sealed record SocketLimits
{
    /// <summary>Least high-water mark, in messages.</summary>
    public const int MinHighWaterMark = 16;

    /// <summary>What libzmq takes for a message of three frames beside its bytes, about.</summary>
    public const int OverheadBytes = 512;

    /// <summary>Size of a usual frame in bytes: the reference block.</summary>
    public const int UsualFrameBytes = 128 << 10;

    private const int MaxHighWaterMark = 1_000_000;

    /// <summary>Longest request that a publisher takes from a consumer.</summary>
    public const int MaxRequestBytes = 64 << 10;

    /// <summary>Longest request that is refused with an answer; libzmq ends the connection of a peer that sends a longer one.</summary>
    public const int MaxAnsweredRequestBytes = 4 * MaxRequestBytes;

    /// <summary>Requests of one peer that wait unread: at most 16 MiB of the longest.</summary>
    internal const int RequestHighWaterMark = 64;

    /// <summary>Messages that may wait for one consumer of the control socket, whatever their size: a snapshot of every stream.</summary>
    internal const int MinAnswerHighWaterMark = 128;

    /// <summary>Bytes that may wait for one consumer of the control socket: twice the largest credit of a replay.</summary>
    internal const long AnswerQueueBytes = 2 * ReplayRequest.MaxCredit;

    /// <summary>
    /// Longest message that a publisher's data socket lets in. A subscription has 97 bytes at most, but the limit holds for the
    /// commands of the handshake too, and those carry the peer's properties.
    /// </summary>
    public const int MaxSubscriberBytes = 1024;

    /// <summary>What a frame may have at most.</summary>
    public FrameLimits Frames { get; init; } = FrameLimits.Default;

    /// <summary>Bytes that may wait for one peer; divided by the size of a frame it gives the high-water mark, at
    /// least 16 messages. Default 64 MiB.</summary>
    public long QueueBytes { get; init; } = 64 << 20;

    /// <summary>Size of a frame in bytes where nothing better is known; default <see cref="UsualFrameBytes"/>.</summary>
    public int ExpectedFrameBytes { get; init; } = UsualFrameBytes;

    /// <summary>Buffer of the kernel for each direction of a connection: a whole frame fits, so that it goes out in one piece.
    /// Default 1 MiB.</summary>
    public int KernelBufferBytes { get; init; } = 1 << 20;

    /// <summary>A peer that has not finished its handshake by then is dropped. Default 2000.</summary>
    public int HandshakeMs { get; init; } = 2000;

    /// <summary>
    /// A tcp connection ends when what was sent is not taken by the other machine for so long, or when it is idle and does not answer three
    /// probes in that time. Default 5000. Pings of libzmq are not used: see decision 0009.
    /// </summary>
    public int DeadPeerMs { get; init; } = 5000;

    /// <summary>A control link on which a request was sent and nothing came back for so long is made anew. Default 5000.</summary>
    public int AnswerMs { get; init; } = 5000;

    /// <summary>A connection that is not there by then is tried again. Default 1000.</summary>
    public int ConnectMs { get; init; } = 1000;

    /// <summary>First pause before a lost connection is tried again. Default 100.</summary>
    public int ReconnectMs { get; init; } = 100;

    /// <summary>Longest such pause. Default 1000.</summary>
    public int ReconnectMaxMs { get; init; } = 1000;

    /// <summary>No frame of any kind for so long makes a link stale. Default 1000.</summary>
    public int StaleMs { get; init; } = 1000;

    /// <summary>Connections that may wait to be accepted. Default 256.</summary>
    public int Backlog { get; init; } = 256;

    /// <summary>How long a closed socket goes on sending what waits. Default 1000; 0 drops it.</summary>
    public int LingerMs { get; init; } = 1000;

    /// <summary>Messages that may wait for one peer of a data socket: the byte budget over the size of a frame, 16 or more.</summary>
    /// <remarks>
    /// libzmq takes a mark only before a bind or a connect. It does change those of connections that exist, but then a writer that stands
    /// at its mark may never be woken again: it is woken each half mark that was read, and both sides learn of the new one apart.
    /// </remarks>
    /// <param name="frameBytes">Size of the largest usual frame.</param>
    public int HighWaterMark(int frameBytes) => MarkOf(QueueBytes, frameBytes, MinHighWaterMark);

    /// <summary>Messages that may wait for one consumer of a control socket.</summary>
    internal int AnswerHighWaterMark => MarkOf(Math.Min(QueueBytes, AnswerQueueBytes), ExpectedFrameBytes, MinAnswerHighWaterMark);

    private static int MarkOf(long budget, int frameBytes, int least) =>
        (int)Math.Clamp(budget / ((long)Math.Max(0, frameBytes) + OverheadBytes), least, MaxHighWaterMark);
}
