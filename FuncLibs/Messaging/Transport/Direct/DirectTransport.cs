using System.Net.Sockets;
using FuncLibs.Messaging.Keys;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// The transport without a library: ZMTP 3.1 over the sockets of the system, on tcp and ipc. The thread that publishes
/// sends to each subscriber's socket itself, and the thread that receives reads from the socket into the frame; one I/O
/// thread does the rest. Compatible with any ZeroMQ that speaks ZMTP 3.0 or later. Has no keys: with them, or on
/// Windows, libzmq is used. Why it exists: decision 0032 (docs/decisions/0032-direct-transport.md).
/// </summary>
public sealed class DirectTransport : ITransport
{
    private readonly Lock _gate = new();
    private readonly List<DirectSocket> _open = [];
    private readonly ManualResetEventSlim _allClosed = new(initialState: true);
    private readonly bool _allowInsecure;
    private volatile bool _isEnding;
    private int _isDisposed;

    /// <summary>Starts the I/O thread.</summary>
    /// <param name="limits">Limits of every socket.</param>
    /// <param name="time">The clock of reconnects and staleness.</param>
    /// <param name="keys">What may be bound, and where refusals are counted; null for loopback only.</param>
    /// <exception cref="TransportException">There is an own key, the system is Windows, or no descriptor is
    /// free.</exception>
    public DirectTransport(SocketLimits limits, TimeProvider time, TransportKeys? keys = null)
    {
        if (keys?.Own is not null)
            throw new TransportException("The direct transport has no keys: use libzmq.");
        if (SystemFault() is { } fault)
            throw new TransportException(fault);
        Limits = limits;
        Time = time;
        Access = keys?.Counts ?? new AccessCounts();
        _allowInsecure = keys?.AllowInsecure ?? false;
        try
        {
            Io = new IoThread(time);
        }
        catch (IOException error)
        {
            throw new TransportException(error.Message, error);
        }
    }

    /// <inheritdoc/>
    public TransportLibrary Library { get; } = new(TransportLibrary.Direct, "ZMTP 3.1");

    internal SocketLimits Limits { get; }

    internal TimeProvider Time { get; }

    internal AccessCounts Access { get; }

    internal SharedFramePool Pool { get; } = new();

    internal IoThread Io { get; }

    internal bool IsEnding => _isEnding;

    /// <summary>Why it cannot be used on this system, in one line with the remedy; null when it can.</summary>
    public static string? SystemFault() => SocketPoll.IsPossible
        ? null
        : "The direct transport needs poll(2), which Windows has not: use Transport:Library libzmq or netmq.";

    /// <inheritdoc/>
    public bool CountsDrops => true;

    /// <inheritdoc/>
    public IFramePublisher Publish(Endpoint endpoint, int? frameBytes = null)
    {
        (Socket socket, Endpoint bound) = ListenSocket.Create(endpoint, Limits, _allowInsecure);
        int mark = Limits.HighWaterMark(frameBytes ?? Limits.ExpectedFrameBytes);
        DirectPublisher publisher = new(this, socket, bound, mark);
        publisher.Start();
        return publisher;
    }

    /// <inheritdoc/>
    public IControlServer Serve(Endpoint endpoint)
    {
        (Socket socket, Endpoint bound) = ListenSocket.Create(endpoint, Limits, _allowInsecure);
        DirectControlServer server = new(this, socket, bound);
        server.Start();
        return server;
    }

    /// <inheritdoc/>
    public IFrameSubscriber Subscribe(Endpoint endpoint, CurveKey? serverKey = null)
    {
        Check(endpoint, serverKey);
        return new DirectSubscriber(this, endpoint, TimeSpan.FromMilliseconds(Limits.StaleMs));
    }

    /// <inheritdoc/>
    public IControlClient Connect(Endpoint endpoint, CurveKey? serverKey = null)
    {
        Check(endpoint, serverKey);
        return new DirectControlClient(this, endpoint);
    }

    /// <inheritdoc/>
    public IWaitSet WaitFor(params IReadOnlyList<IPollable> sockets) => new DirectWaitSet(
        [.. sockets.Select(socket => socket as DirectSocket ?? throw OfAnother())]);

    /// <inheritdoc/>
    public void Shutdown()
    {
        lock (_gate)
        {
            _isEnding = true;
            foreach (DirectSocket socket in _open)
                socket.Wake.Set();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
            return;
        Shutdown();

        // Each socket is closed by its own thread.
        _allClosed.Wait();
        Io.End(TimeSpan.FromMilliseconds(Limits.LingerMs));
        Io.Dispose();
        _allClosed.Dispose();
    }

    internal void Opened(DirectSocket socket)
    {
        lock (_gate)
        {
            _open.Add(socket);
            _allClosed.Reset();
        }
    }

    internal void Closed(DirectSocket socket)
    {
        lock (_gate)
        {
            _open.Remove(socket);
            if (_open.Count == 0)
                _allClosed.Set();
        }
    }

    private static ArgumentException OfAnother() => new("A socket of another transport.");

    private static void Check(Endpoint endpoint, CurveKey? serverKey)
    {
        if (serverKey is not null)
            throw new TransportException("The direct transport has no keys: use libzmq.");
        EndpointFailure.CheckConnect(endpoint);
    }
}
