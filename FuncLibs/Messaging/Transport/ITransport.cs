using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Makes the sockets of one process. Each socket belongs to the thread that calls. Disposing first wakes every thread that waits
/// (status Closed); the library itself ends when the last socket was closed by its thread.
/// </summary>
public interface ITransport : IDisposable
{
    /// <summary>What it runs on, for logs and health.</summary>
    TransportLibrary Library { get; }

    /// <summary>Binds a publisher's data socket.</summary>
    /// <param name="endpoint">Where.</param>
    /// <param name="frameBytes">Size of its largest usual frame, for the queue of a slow subscriber; null = the usual size.</param>
    /// <exception cref="EndpointException">It cannot be bound: in use, not loopback, no such path.</exception>
    IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null);

    /// <summary>Binds a publisher's control socket.</summary>
    /// <exception cref="EndpointException">It cannot be bound: in use, not loopback, no such path.</exception>
    IControlServer Serve(Endpoint endpoint);

    /// <summary>Connects a consumer's data socket; the publisher need not be there yet.</summary>
    /// <exception cref="EndpointException">It names no place.</exception>
    IFrameSubscriber Subscribe(Endpoint endpoint);

    /// <summary>Connects a consumer's control socket; the publisher need not be there yet.</summary>
    /// <exception cref="EndpointException">It names no place.</exception>
    IControlClient Connect(Endpoint endpoint);

    /// <summary>Makes a wait set over sockets of this transport that belong to the calling thread.</summary>
    IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets);

    /// <summary>
    /// Wakes every thread that waits in a socket. Waits and empty receives say Closed from then on; a send may still say Sent for about
    /// a millisecond, because libzmq looks for the end only so often while it sends.
    /// </summary>
    void Shutdown();
}

/// <summary>A socket that a wait set of the same transport can wait for.</summary>
public interface IPollable : IDisposable
{
    /// <summary>What happened to its connections.</summary>
    LinkCounts Links { get; }
}

/// <summary>Waits for several sockets of one thread.</summary>
public interface IWaitSet
{
    /// <summary>Waits until one of the sockets has something, or the time is over.</summary>
    WaitStatus Wait(int milliseconds);
}

/// <summary>The control side of a consumer. Made, used and closed by one thread, the one that owns the subscriber.</summary>
public interface IControlClient : IPollable
{
    /// <summary>Answers refused for their shape.</summary>
    FrameFaultCounts Faults { get; }

    /// <summary>How often the link was made anew by <see cref="Maintain"/>.</summary>
    long Reconnects { get; }

    /// <summary>Sends a control map. When nothing comes back for some seconds, <see cref="Maintain"/> makes the link anew.</summary>
    SendStatus TrySend(ReadOnlySpan<byte> map);

    /// <summary>Takes one message, if one waits: a control map, or a data message of a snapshot or a replay.</summary>
    ReceiveStatus TryReceive(FrameBuffer buffer);

    /// <summary>Makes the link anew when it died. Say hello again then: the publisher knows the consumer no more.</summary>
    /// <returns>True when it did.</returns>
    bool Maintain();
}

/// <summary>
/// The control side of a publisher. Made, used and closed by one thread. One frame is a control map, three frames are a data message:
/// the last block of a stream for a snapshot, blocks of the journal for a replay.
/// </summary>
public interface IControlServer : IPollable
{
    /// <summary>Where it really is bound.</summary>
    Endpoint Endpoint { get; }

    /// <summary>Requests of a wrong shape: more than one frame, or too long. Any thread may read.</summary>
    long Malformed { get; }

    /// <summary>
    /// Takes one request, if one waits, into the payload of <paramref name="buffer"/>; <paramref name="peer"/> is set with
    /// <see cref="ReceiveStatus.Control"/>, and with <see cref="ReceiveStatus.Malformed"/> so that the peer can be told.
    /// </summary>
    ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer);

    /// <summary>Sends a control map.</summary>
    SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map);

    /// <summary>Sends a data message.</summary>
    SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload);
}

/// <summary>
/// The data side of a publisher. Made, used and closed by one thread. A send never waits: a subscriber that is too slow loses frames,
/// which sequence numbers and the journal heal.
/// </summary>
public interface IFramePublisher : IPollable
{
    /// <summary>Where it really is bound.</summary>
    Endpoint Endpoint { get; }

    /// <summary>What it sent and what came in; any thread may read.</summary>
    PublisherCounts Counts { get; }

    /// <summary>Messages that may wait for one subscriber. Any thread.</summary>
    int HighWaterMark { get; }

    /// <summary>Sends one message to all who subscribed to it. The spans may be used again at once.</summary>
    SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Reads what subscribers sent, up to <paramref name="max"/> messages, and returns how many there were. Call it often: unread they
    /// pile up.
    /// </summary>
    int DrainInput(int max = 256);
}

/// <summary>The data side of a consumer. Made, used and closed by one thread.</summary>
public interface IFrameSubscriber : IPollable
{
    /// <summary>Messages refused for their shape: <see cref="FrameFault.Length"/> (not three frames, a topic or header too long) and
    /// <see cref="FrameFault.Oversize"/>.</summary>
    FrameFaultCounts Faults { get; }

    /// <summary>How often the link was made anew by <see cref="Maintain"/>.</summary>
    long Reconnects { get; }

    /// <summary>Links that the library gave up because the publisher broke the protocol, as an oversize message does; 0 with a library
    /// that connects again by itself (NetMQ).</summary>
    long ProtocolEnds { get; }

    /// <summary>Asks for all topics with a prefix.</summary>
    void Subscribe(ReadOnlySpan<byte> prefix);

    /// <summary>No longer asks for them.</summary>
    void Unsubscribe(ReadOnlySpan<byte> prefix);

    /// <summary>Takes one message, if one waits, into <paramref name="buffer"/>. The header is not checked yet.</summary>
    ReceiveStatus TryReceive(FrameBuffer buffer);

    /// <summary>
    /// Makes the link anew when it died or is stale (no frame of any kind for a second), with backoff. Call it in each turn of the
    /// loop, when nothing waits any more.
    /// </summary>
    /// <returns>True when it did.</returns>
    bool Maintain();
}

/// <summary>What came of a send.</summary>
public enum SendStatus : byte
{
    /// <summary>Not tried.</summary>
    None,

    /// <summary>It is on its way.</summary>
    Sent,

    /// <summary>The peer's queue is full: pause, try again later.</summary>
    Full,

    /// <summary>The peer is not there any more: forget it.</summary>
    Gone,

    /// <summary>The transport is shutting down: close the socket.</summary>
    Closed,
}

/// <summary>What came of a receive.</summary>
public enum ReceiveStatus : byte
{
    /// <summary>Nothing waits.</summary>
    Empty,

    /// <summary>A data message: topic, header and payload, unchecked but for their sizes.</summary>
    Frame,

    /// <summary>A control map, in the payload.</summary>
    Control,

    /// <summary>A message of a wrong shape; dropped whole and counted.</summary>
    Malformed,

    /// <summary>The transport is shutting down: close the socket.</summary>
    Closed,
}

/// <summary>What came of waiting for sockets.</summary>
public enum WaitStatus : byte
{
    /// <summary>The time is over.</summary>
    TimedOut,

    /// <summary>At least one socket has something.</summary>
    Ready,

    /// <summary>The transport is shutting down: close the sockets.</summary>
    Closed,
}

/// <summary>Which implementation of ZeroMQ a transport uses.</summary>
/// <param name="Name">Its name, as `Transport:Library` takes it: `libzmq` or `netmq`.</param>
/// <param name="Version">The version that really runs.</param>
public sealed record TransportLibrary(string Name, string Version)
{
    /// <summary>Name of the native library.</summary>
    public const string Libzmq = "libzmq";

    /// <summary>Name of the managed library.</summary>
    public const string Netmq = "netmq";

    /// <inheritdoc/>
    public override string ToString() => $"{Name} {Version}";
}
