using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using NetMQ;
using NetMQ.Sockets;

namespace FuncLibs.NetMq;

/// <summary>
/// The transport over NetMQ, an implementation of ZeroMQ in C#: needs no native library and is compatible with any
/// other ZeroMQ, on this machine only. NetMQ has one context per process, so all transports of a process share its I/O
/// threads and its memory.
/// </summary>
public sealed class NetMqTransport : ITransport
{
    private readonly SocketLimits _limits;
    private readonly TimeProvider _time;
    private readonly ShutdownSignal _end = new();
    private int _disposed;

    /// <summary>Registers with the context.</summary>
    /// <param name="limits">Limits of every socket. HandshakeMs, ConnectMs and DeadPeerMs are ignored: NetMQ has no
    /// options for them, and on one machine the kernel ends the connections of a terminated process.</param>
    /// <param name="time">The clock of reconnects and staleness.</param>
    /// <param name="ioThreads">Number of I/O threads, 1 or more; the first transport of a process sets it.</param>
    public NetMqTransport(SocketLimits limits, TimeProvider time, int ioThreads = 1)
    {
        _limits = limits;
        _time = time;
        NetMqContext.Enter(ioThreads);
    }

    /// <inheritdoc/>
    public TransportLibrary Library { get; } =
        new(TransportLibrary.Netmq, typeof(NetMQSocket).Assembly.GetName().Version!.ToString());

    /// <inheritdoc cref="EndpointRules.BindFault"/>
    public static string? BindFault(Endpoint endpoint) => EndpointRules.BindFault(endpoint);

    /// <inheritdoc cref="EndpointRules.ConnectFault"/>
    public static string? ConnectFault(Endpoint endpoint) => EndpointRules.ConnectFault(endpoint);

    /// <inheritdoc/>
    public IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null)
    {
        EndpointRules.Check(BindFault(endpoint));
        int bytes = frameBytes ?? _limits.ExpectedFrameBytes;
        int mark = _limits.HighWaterMark(bytes);
        NetMqContext.Reserve(bytes);
        NetMqSocket socket = Configure(new XPublisherSocket(), SocketLimits.MaxSubscriberBytes, mark, mark);
        return Guard(socket, () => new NetMqPublisher(socket, socket.Bind(endpoint), mark));
    }

    /// <inheritdoc/>
    public IControlServer Serve(Endpoint endpoint)
    {
        EndpointRules.Check(BindFault(endpoint));
        NetMqSocket socket = Configure(
            new RouterSocket(),
            SocketLimits.MaxAnsweredRequestBytes,
            _limits.AnswerHighWaterMark,
            SocketLimits.RequestHighWaterMark);
        socket.Options.RouterMandatory = true;
        return Guard(socket, () => new NetMqControlServer(socket, socket.Bind(endpoint)));
    }

    /// <inheritdoc/>
    public IFrameSubscriber Subscribe(Endpoint endpoint, CurveKey? serverKey = null)
    {
        ThrowOnKey(serverKey);
        EndpointRules.Check(ConnectFault(endpoint));
        NetMqContext.Reserve(_limits.ExpectedFrameBytes);
        var subscriber = new SubscriberSocket();
        NetMqSocket socket = ConfigureConsumer(subscriber);
        var stale = TimeSpan.FromMilliseconds(_limits.StaleMs);
        return Guard(socket, () => new NetMqSubscriber(subscriber, socket, Keep(socket, endpoint, stale)));
    }

    /// <inheritdoc/>
    public IControlClient Connect(Endpoint endpoint, CurveKey? serverKey = null)
    {
        ThrowOnKey(serverKey);
        EndpointRules.Check(ConnectFault(endpoint));
        NetMqSocket socket = ConfigureConsumer(new DealerSocket());
        return Guard(socket, () => new NetMqControlClient(socket, Keep(socket, endpoint, stale: null)));
    }

    /// <inheritdoc/>
    public IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets) =>
        new NetMqWaitSet([.. sockets.Select(socket => (socket as INetMqPollable)?.Socket ?? throw OfAnother())], _end);

    /// <inheritdoc/>
    public void Shutdown() => _end.Raise();

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
            return;
        Shutdown();
        NetMqContext.Leave(TimeSpan.FromMilliseconds(_limits.LingerMs));
        _end.Dispose();
    }

    // NetMQ 4.0.4.5 hands plain text past CURVE to peers that greet with ZMTP 1.0 or 2.0.
    private static void ThrowOnKey(CurveKey? serverKey)
    {
        if (serverKey is not null)
            throw new TransportException("NetMQ has no keys: use libzmq.");
    }

    private static ArgumentException OfAnother() => new("A socket of another transport.");

    private NetMqSocket ConfigureConsumer(NetMQSocket socket)
    {
        int mark = _limits.HighWaterMark(_limits.ExpectedFrameBytes);
        return Configure(socket, _limits.Frames.MaxPayloadBytes, mark, mark);
    }

    private NetMqSocket Configure(NetMQSocket socket, long maxMessage, int sendMark, int receiveMark)
    {
        SocketOptions options = socket.Options;
        options.MaxMsgSize = maxMessage;
        options.SendHighWatermark = sendMark;
        options.ReceiveHighWatermark = receiveMark;
        options.SendBuffer = _limits.KernelBufferBytes;
        options.ReceiveBuffer = _limits.KernelBufferBytes;
        options.ReconnectInterval = TimeSpan.FromMilliseconds(_limits.ReconnectMs);
        options.ReconnectIntervalMax = TimeSpan.FromMilliseconds(_limits.ReconnectMaxMs);
        options.Backlog = _limits.Backlog;
        options.Linger = TimeSpan.FromMilliseconds(_limits.LingerMs);
        options.Affinity = NetMqContext.NextAffinity();
        return new NetMqSocket(socket, _end);
    }

    private ReconnectSupervisor Keep(NetMqSocket socket, Endpoint endpoint, TimeSpan? stale)
    {
        socket.Connect(endpoint);
        return new ReconnectSupervisor(socket, endpoint, _limits, _time, stale);
    }

    private static T Guard<T>(NetMqSocket socket, Func<T> make)
    {
        try
        {
            return make();
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
