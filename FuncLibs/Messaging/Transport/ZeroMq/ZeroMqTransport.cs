namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>The transport over libzmq: one context. Compatible with any ZeroMQ library.</summary>
public sealed class ZeroMqTransport : ITransport
{
    private readonly ContextHandle _context;
    private readonly SocketLimits _limits;
    private readonly TimeProvider _time;

    /// <summary>Creates the context.</summary>
    /// <param name="limits">Limits of every socket.</param>
    /// <param name="time">The clock of reconnects and staleness.</param>
    /// <param name="ioThreads">Number of I/O threads, 1 or more.</param>
    /// <exception cref="TransportException">libzmq is not installed, has another version, or no file handle is
    /// free.</exception>
    public ZeroMqTransport(SocketLimits limits, TimeProvider time, int ioThreads = 1)
    {
        Library = new TransportLibrary(TransportLibrary.Libzmq, ZeroMqLibrary.Ensure().ToString());
        _limits = limits;
        _time = time;
        _context = new ContextHandle();
        if (_context.IsInvalid)
            throw new TransportException("libzmq cannot make a context: raise the limit of open files (ulimit -n).");
        _ = ZeroMqNative.CtxSet(_context, ContextOption.Blocky, 0);
        _ = ZeroMqNative.CtxSet(_context, ContextOption.IOThreads, ioThreads);
    }

    /// <inheritdoc/>
    public TransportLibrary Library { get; }

    /// <summary>Why libzmq cannot be used on this machine, in one line with the remedy; null when it can.</summary>
    public static string? LibraryFault()
    {
        try
        {
            _ = ZeroMqLibrary.Ensure();
            return null;
        }
        catch (TransportException fault)
        {
            return fault.Message;
        }
    }

    /// <summary>Why a version of libzmq cannot be used, in one line with the remedy; null when it can.</summary>
    public static string? VersionFault(Version version) => ZeroMqLibrary.FindFault(version);

    /// <inheritdoc/>
    public IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null)
    {
        int mark = _limits.HighWaterMark(frameBytes ?? _limits.ExpectedFrameBytes);
        ZeroMqSocket socket =
            SocketSetup.Create(_context, SocketType.XPub, _limits, SocketLimits.MaxSubscriberBytes, mark, mark);
        return Bind(socket, endpoint, (monitor, bound) => new ZeroMqPublisher(socket, monitor, bound, mark));
    }

    /// <inheritdoc/>
    public IControlServer Serve(Endpoint endpoint)
    {
        int mark = _limits.AnswerHighWaterMark;
        ZeroMqSocket socket = SocketSetup.Create(
            _context,
            SocketType.Router,
            _limits,
            SocketLimits.MaxAnsweredRequestBytes,
            mark,
            SocketLimits.RequestHighWaterMark);
        socket.Set(SocketOption.RouterMandatory, 1);
        return Bind(socket, endpoint, (monitor, bound) => new ZeroMqControlServer(socket, monitor, bound));
    }

    /// <inheritdoc/>
    public IFrameSubscriber Subscribe(Endpoint endpoint)
    {
        (ZeroMqSocket socket, SocketMonitor monitor) = CreateSocket(SocketType.Sub);
        return Guard(socket, monitor, () =>
        {
            EndpointBinding.Connect(socket, endpoint);
            ReconnectSupervisor link = Keep(socket, monitor, endpoint, TimeSpan.FromMilliseconds(_limits.StaleMs));
            return new ZeroMqSubscriber(socket, monitor, link);
        });
    }

    /// <inheritdoc/>
    public IControlClient Connect(Endpoint endpoint)
    {
        (ZeroMqSocket socket, SocketMonitor monitor) = CreateSocket(SocketType.Dealer);
        return Guard(socket, monitor, () =>
        {
            EndpointBinding.Connect(socket, endpoint);
            return new ZeroMqControlClient(socket, monitor, Keep(socket, monitor, endpoint, stale: null));
        });
    }

    /// <inheritdoc/>
    public IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets) =>
        new ZeroMqWaitSet([.. sockets.Select(SocketOf)]);

    /// <inheritdoc/>
    public void Shutdown()
    {
        if (!_context.IsClosed)
            _ = ZeroMqNative.CtxShutdown(_context);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Shutdown();
        _context.Dispose();
    }

    private static ZeroMqSocket SocketOf(IPollable pollable) => pollable switch
    {
        ZeroMqClient client => client.Socket,
        ZeroMqControlServer server => server.Socket,
        ZeroMqPublisher publisher => publisher.Socket,
        _ => throw new ArgumentException("A socket of another transport.", nameof(pollable)),
    };

    // Bound before monitoring starts: libzmq reports a failed bind to the monitor first, and that overwrites the error
    // number.
    private T Bind<T>(ZeroMqSocket socket, Endpoint endpoint, Func<SocketMonitor, Endpoint, T> make)
    {
        try
        {
            Endpoint bound = EndpointBinding.Bind(socket, endpoint);
            return make(new SocketMonitor(_context, socket, _time), bound);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static T Guard<T>(ZeroMqSocket socket, SocketMonitor monitor, Func<T> make)
    {
        try
        {
            return make();
        }
        catch
        {
            monitor.Dispose();
            socket.Dispose();
            throw;
        }
    }

    private (ZeroMqSocket Socket, SocketMonitor Monitor) CreateSocket(int type)
    {
        int mark = _limits.HighWaterMark(_limits.ExpectedFrameBytes);
        ZeroMqSocket socket = SocketSetup.Create(_context, type, _limits, _limits.Frames.MaxPayloadBytes, mark, mark);
        return (socket, new SocketMonitor(_context, socket, _time));
    }

    private ReconnectSupervisor Keep(ZeroMqSocket socket, SocketMonitor monitor, Endpoint endpoint, TimeSpan? stale) =>
        new(new ZeroMqLink(socket, monitor, endpoint), endpoint, _limits, _time, stale);
}
