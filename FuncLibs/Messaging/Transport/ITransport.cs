using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Creates the sockets of one process. Each socket belongs to the thread that creates it. Disposing first wakes every
/// waiting thread (status Closed); the library ends when the last socket was closed by its thread.
/// </summary>
public interface ITransport : IDisposable
{
    /// <summary>The library in use, for logs and health.</summary>
    TransportLibrary Library { get; }

    /// <summary>
    /// True when frames that are dropped for slow subscribers are counted; libraries do not tell. Any thread.
    /// </summary>
    bool CountsDrops => false;

    /// <summary>Binds a publisher's data socket.</summary>
    /// <param name="endpoint">Address to bind.</param>
    /// <param name="frameBytes">Size of its largest usual frame in bytes, for the queue of a slow subscriber; null =
    /// the usual size.</param>
    /// <exception cref="EndpointException">It cannot be bound: in use, not loopback, no such path.</exception>
    IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null);

    /// <summary>Binds a publisher's control socket.</summary>
    /// <exception cref="EndpointException">It cannot be bound: in use, not loopback, no such path.</exception>
    IControlServer Serve(Endpoint endpoint);

    /// <summary>Connects a consumer's data socket; the publisher may start later.</summary>
    /// <param name="endpoint">Where the publisher is.</param>
    /// <param name="serverKey">The publisher's public key; null connects to a plain socket.</param>
    /// <exception cref="EndpointException">The endpoint cannot be connected to.</exception>
    /// <exception cref="TransportException">There is a server key and no own one, or no CURVE.</exception>
    IFrameSubscriber Subscribe(Endpoint endpoint, CurveKey? serverKey = null);

    /// <summary>Connects a consumer's control socket; the publisher may start later.</summary>
    /// <param name="endpoint">Where the publisher is.</param>
    /// <param name="serverKey">The publisher's public key; null connects to a plain socket.</param>
    /// <exception cref="EndpointException">The endpoint cannot be connected to.</exception>
    /// <exception cref="TransportException">There is a server key and no own one, or no CURVE.</exception>
    IControlClient Connect(Endpoint endpoint, CurveKey? serverKey = null);

    /// <summary>Creates a wait set over sockets of this transport that belong to the calling thread.</summary>
    IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets);

    /// <summary>
    /// Wakes every thread that waits in a socket. Waits and empty receives return Closed from then on; a send may still
    /// return Sent for about a millisecond, because libzmq checks for the end only at intervals while it sends.
    /// </summary>
    void Shutdown();
}

/// <summary>A socket that a wait set of the same transport can wait for.</summary>
public interface IPollable : IDisposable
{
    /// <summary>Counters of its connections.</summary>
    LinkCounts Links { get; }
}

/// <summary>Waits for several sockets of one thread.</summary>
public interface IWaitSet
{
    /// <summary>Waits until one of the sockets is readable, or the time is over.</summary>
    WaitStatus Wait(int milliseconds);
}

/// <summary>
/// The control side of a consumer. Created, used and closed by one thread, the one that owns the subscriber.
/// </summary>
public interface IControlClient : IPollable
{
    /// <summary>Answers of a wrong shape.</summary>
    FrameFaultCounts Faults { get; }

    /// <summary>Number of reconnects by <see cref="Maintain"/>.</summary>
    long Reconnects { get; }

    /// <summary>Sends a control map. Without an answer for some seconds, <see cref="Maintain"/> reconnects.</summary>
    SendStatus TrySend(ReadOnlySpan<byte> map);

    /// <summary>
    /// Receives one message, if there is one: a control map, or a data message of a snapshot or a replay.
    /// </summary>
    ReceiveStatus TryReceive(FrameBuffer buffer);

    /// <summary>
    /// Reconnects a dead link. Send hello again then: the publisher has no session for this consumer.
    /// </summary>
    /// <returns>True after a reconnect.</returns>
    bool Maintain();
}

/// <summary>
/// The control side of a publisher. Created, used and closed by one thread. One frame is a control map, three frames
/// are a data message: the last block of a stream for a snapshot, blocks of the journal for a replay.
/// </summary>
public interface IControlServer : IPollable
{
    /// <summary>The bound address, with its real port.</summary>
    Endpoint Endpoint { get; }

    /// <summary>Requests of a wrong shape: more than one frame, or too long. Any thread may read.</summary>
    long Malformed { get; }

    /// <summary>
    /// Receives one request, if there is one, into the payload of <paramref name="buffer"/>; <paramref name="peer"/> is
    /// set with <see cref="ReceiveStatus.Control"/>, and with <see cref="ReceiveStatus.Malformed"/> so that the peer
    /// can get an error.
    /// </summary>
    ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer);

    /// <summary>Sends a control map.</summary>
    SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map);

    /// <summary>Sends a data message.</summary>
    SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload);
}

/// <summary>
/// The data side of a publisher. Created, used and closed by one thread. A send never waits: a subscriber that is too
/// slow loses frames, which it can detect by sequence numbers and recover from the journal.
/// </summary>
public interface IFramePublisher : IPollable
{
    /// <summary>The bound address, with its real port.</summary>
    Endpoint Endpoint { get; }

    /// <summary>Counters of sent messages and of subscriptions; any thread may read.</summary>
    PublisherCounts Counts { get; }

    /// <summary>Queue limit for one subscriber, in messages. Any thread.</summary>
    int HighWaterMark { get; }

    /// <summary>
    /// True when another thread than its own may use it, one at any moment and with a full fence between two. Any
    /// thread.
    /// </summary>
    bool AllowsHandOver { get; }

    /// <summary>
    /// True when the queue for a subscriber is limited in bytes, so that the size of frames does not matter; false when
    /// it is limited by <see cref="HighWaterMark"/> alone. Any thread.
    /// </summary>
    bool IsQueueInBytes => false;

    /// <summary>
    /// The subscribers for which messages wait or were dropped, the worst first. Any thread. Only the direct transport
    /// can tell; empty with a library.
    /// </summary>
    /// <param name="max">Length of the list at most.</param>
    IReadOnlyList<SubscriberQueue> SlowSubscribers(int max) => [];

    /// <summary>
    /// Sends one message to all subscribers of the topic. The spans may be reused at once. Sizes are not checked: a
    /// consumer drops and counts a message whose topic or header is too long.
    /// </summary>
    SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Sends one message of two frames to all subscribers of the topic: for programs of others, which know no header.
    /// </summary>
    SendStatus TryPublish(ReadOnlySpan<byte> topic, ReadOnlySpan<byte> payload);

    /// <summary>
    /// Reads up to <paramref name="max"/> messages from subscribers and returns their number. Call it often: unread
    /// messages accumulate.
    /// </summary>
    int DrainInput(int max = 256);
}

/// <summary>The data side of a consumer. Created, used and closed by one thread.</summary>
public interface IFrameSubscriber : IPollable
{
    /// <summary>
    /// Messages of a wrong shape: <see cref="FrameFault.Length"/> (not three frames, a topic or header too long) and
    /// <see cref="FrameFault.Oversize"/>.
    /// </summary>
    FrameFaultCounts Faults { get; }

    /// <summary>Number of reconnects by <see cref="Maintain"/>.</summary>
    long Reconnects { get; }

    /// <summary>
    /// Links that the library closed for good because the publisher broke the protocol, for example with an oversize
    /// message; 0 with a library that reconnects by itself (NetMQ).
    /// </summary>
    long ProtocolEnds { get; }

    /// <summary>Subscribes to all topics with a prefix.</summary>
    void Subscribe(ReadOnlySpan<byte> prefix);

    /// <summary>Ends the subscription to a prefix.</summary>
    void Unsubscribe(ReadOnlySpan<byte> prefix);

    /// <summary>
    /// Receives one message, if there is one, into <paramref name="buffer"/>. The header is not checked yet.
    /// </summary>
    ReceiveStatus TryReceive(FrameBuffer buffer);

    /// <summary>
    /// Reconnects a link that is dead or stale (no frame of any kind for a second), with backoff. Call it in each
    /// iteration of the loop, after all messages were read.
    /// </summary>
    /// <returns>True after a reconnect.</returns>
    bool Maintain();
}

/// <summary>Result of a send.</summary>
public enum SendStatus : byte
{
    /// <summary>Not attempted.</summary>
    None,

    /// <summary>The message is queued or sent.</summary>
    Sent,

    /// <summary>The peer's queue is full: pause, try again later.</summary>
    Full,

    /// <summary>The peer is no longer connected: remove it.</summary>
    Gone,

    /// <summary>The transport is shutting down: close the socket.</summary>
    Closed,
}

/// <summary>Result of a receive.</summary>
public enum ReceiveStatus : byte
{
    /// <summary>No message.</summary>
    Empty,

    /// <summary>A data message: topic, header and payload. Only the sizes are checked.</summary>
    Frame,

    /// <summary>A control map, in the payload.</summary>
    Control,

    /// <summary>A message of a wrong shape; dropped whole and counted.</summary>
    Malformed,

    /// <summary>The transport is shutting down: close the socket.</summary>
    Closed,
}

/// <summary>Result of a wait for sockets.</summary>
public enum WaitStatus : byte
{
    /// <summary>The time is over.</summary>
    TimedOut,

    /// <summary>At least one socket is readable.</summary>
    Ready,

    /// <summary>The transport is shutting down: close the sockets.</summary>
    Closed,
}

/// <summary>Which implementation of ZeroMQ a transport uses.</summary>
/// <param name="Name">Its name as in `Transport:Library`: `direct`, `libzmq` or `netmq`.</param>
/// <param name="Version">The loaded version.</param>
public sealed record TransportLibrary(string Name, string Version)
{
    /// <summary>Name of the transport without a library.</summary>
    public const string Direct = "direct";

    /// <summary>Name of the native library.</summary>
    public const string Libzmq = "libzmq";

    /// <summary>Name of the managed library.</summary>
    public const string Netmq = "netmq";

    /// <inheritdoc/>
    public override string ToString() => $"{Name} {Version}";
}
