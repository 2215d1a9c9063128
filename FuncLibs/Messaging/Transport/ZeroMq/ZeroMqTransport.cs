using System.Diagnostics.CodeAnalysis;
using System.Text;
using FuncLibs.Messaging.Keys;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>The transport over libzmq: one context. Compatible with any ZeroMQ library.</summary>
public sealed class ZeroMqTransport : ITransport
{
    private readonly ContextHandle _context;
    private readonly SocketLimits _limits;
    private readonly TimeProvider _time;
    private readonly TransportKeys _keys;
    private readonly ZapServer? _access;

    /// <summary>Creates the context.</summary>
    /// <param name="limits">Limits of every socket.</param>
    /// <param name="time">The clock of reconnects and staleness.</param>
    /// <param name="ioThreads">Number of I/O threads, 1 or more.</param>
    /// <param name="keys">The keys of the process; null for none.</param>
    /// <exception cref="TransportException">libzmq is not installed, has another version, was built without CURVE, or
    /// no file handle is free.</exception>
    public ZeroMqTransport(SocketLimits limits, TimeProvider time, int ioThreads = 1, TransportKeys? keys = null)
    {
        _keys = keys ?? TransportKeys.None;
        Library = new TransportLibrary(TransportLibrary.Libzmq, ZeroMqLibrary.Ensure().ToString());
        _limits = limits;
        _time = time;
        _context = new ContextHandle();
        if (_context.IsInvalid)
            throw new TransportException("libzmq cannot make a context: raise the limit of open files (ulimit -n).");
        _ = ZeroMqNative.CtxSet(_context, ContextOption.Blocky, 0);
        _ = ZeroMqNative.CtxSet(_context, ContextOption.IOThreads, ioThreads);
        if (_keys.Own is not null && !CurveKeys.IsAvailable)
            throw new TransportException("This libzmq was built without CURVE: install one with it, such as Debian's.");
        if (_keys is { Own: not null, Allowed: { } allowed })
            _access = new ZapServer(_context, allowed, _keys.Counts);
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
        InputGuard? guard = Guard(endpoint, InputBudget.Subscriptions);
        ZeroMqSocket socket = SocketSetup.Create(
            _context, SocketType.XPub, _limits, SocketLimits.MaxSubscriberBytes, mark, ReceiveMark(guard, mark));
        PeerConnections? peers = DemandKeys(socket, ZapServer.DataDomain, AccessRights.Live);

        // Tells who subscribes, not only that the first or last one did.
        if (peers is not null)
            socket.Set(SocketOption.XPubVerboser, 1);
        return Bind(
            socket, endpoint, guard, (monitor, bound) => new ZeroMqPublisher(socket, monitor, bound, mark, peers));
    }

    /// <inheritdoc/>
    public IControlServer Serve(Endpoint endpoint)
    {
        int mark = _limits.AnswerHighWaterMark;
        InputGuard? guard = Guard(endpoint, InputBudget.Requests);
        ZeroMqSocket socket = SocketSetup.Create(
            _context,
            SocketType.Router,
            _limits,
            SocketLimits.MaxAnsweredRequestBytes,
            mark,
            ReceiveMark(guard, SocketLimits.RequestHighWaterMark));
        socket.Set(SocketOption.RouterMandatory, 1);
        PeerConnections? peers = DemandKeys(socket, ZapServer.ControlDomain, AccessRights.None);
        return Bind(
            socket, endpoint, guard, (monitor, bound) => new ZeroMqControlServer(socket, monitor, bound, peers));
    }

    /// <inheritdoc/>
    public IFrameSubscriber Subscribe(Endpoint endpoint, CurveKey? serverKey = null)
    {
        (ZeroMqSocket socket, SocketMonitor monitor) = CreateSocket(SocketType.Sub);
        return Guard(socket, monitor, () =>
        {
            UseKeys(socket, serverKey);
            EndpointBinding.Connect(socket, endpoint);
            ReconnectSupervisor link = Keep(socket, monitor, endpoint, TimeSpan.FromMilliseconds(_limits.StaleMs));
            return new ZeroMqSubscriber(socket, monitor, link);
        });
    }

    /// <inheritdoc/>
    public IControlClient Connect(Endpoint endpoint, CurveKey? serverKey = null)
    {
        (ZeroMqSocket socket, SocketMonitor monitor) = CreateSocket(SocketType.Dealer);
        return Guard(socket, monitor, () =>
        {
            UseKeys(socket, serverKey);
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
        _access?.Dispose();
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
    private T Bind<T>(
        ZeroMqSocket socket, Endpoint endpoint, InputGuard? guard, Func<SocketMonitor, Endpoint, T> make)
    {
        try
        {
            bool isProtected = _access is not null || _keys.AllowInsecure;
            Endpoint bound = EndpointBinding.Bind(socket, endpoint, isProtected);
            return make(new SocketMonitor(_context, socket, _time, guard), bound);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    // Peers of an ipc endpoint have no count; they are programs with rights on its file.
    private InputGuard? Guard(Endpoint endpoint, InputBudget budget) =>
        InputGuard.IsPossible && endpoint.Path is null
            ? new InputGuard(budget, _limits.MaxConnections, _keys.Counts, _time)
            : null;

    // A full queue makes libzmq stop to read its peer, which it may not survive: see InputGuard.
    private static int ReceiveMark(InputGuard? guard, int mark) => guard is null ? mark : 0;

    private PeerConnections? DemandKeys(ZeroMqSocket socket, string domain, AccessRights needed)
    {
        if (_keys is not { Own: { } own, Allowed: { } allowed })
            return null;
        SocketSetup.DemandKeys(socket, own, domain);
        return new PeerConnections(allowed, needed, _keys.Counts);
    }

    private void UseKeys(ZeroMqSocket socket, CurveKey? serverKey)
    {
        if (serverKey is null)
            return;
        if (_keys.Own is not { } own)
            throw new TransportException("A server key needs an own key.");
        SocketSetup.UseKeys(socket, own, serverKey);
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

/// <summary>The connection of a consumer's socket.</summary>
internal sealed class ZeroMqLink(ZeroMqSocket socket, SocketMonitor monitor, Endpoint endpoint) : ISupervisedLink
{
    private readonly string _endpoint = endpoint.ToString();

    public TimeSpan? EndedFor => monitor.EndedFor;

    public bool ReportsHandshake => true;

    public long HandshakeAt => monitor.HandshakeAt;

    public bool IsReadable => socket.IsReadable;

    public void Reconnect()
    {
        monitor.ForgetEnd();
        socket.Reconnect(_endpoint);
    }
}

/// <summary>Makes keys of CURVE with libzmq.</summary>
public static unsafe class CurveKeys
{
    private const int TextBytes = CurveKey.TextLength + 1;

    /// <summary>True when libzmq is there and was built with CURVE.</summary>
    public static bool IsAvailable => ZeroMqTransport.LibraryFault() is null && TryCreate(out _, out _);

    /// <summary>A new pair of keys.</summary>
    /// <returns>False when libzmq was built without CURVE.</returns>
    /// <exception cref="TransportException">libzmq is not installed, or has another version.</exception>
    public static bool TryCreate(
        [NotNullWhen(true)] out CurveKey? publicKey, [NotNullWhen(true)] out CurveKey? secretKey)
    {
        _ = ZeroMqLibrary.Ensure();
        byte* publicText = stackalloc byte[TextBytes];
        byte* secretText = stackalloc byte[TextBytes];
        publicKey = null;
        secretKey = null;
        return ZeroMqNative.CurveKeypair(publicText, secretText) == 0
            && CurveKey.TryParse(TextOf(publicText), out publicKey, out _)
            && CurveKey.TryParse(TextOf(secretText), out secretKey, out _);
    }

    /// <summary>True when a public and a secret key are of one pair.</summary>
    public static bool IsPair(CurveKey publicKey, CurveKey secretKey)
    {
        _ = ZeroMqLibrary.Ensure();
        byte* publicText = stackalloc byte[TextBytes];
        fixed (byte* secretText = Encoding.ASCII.GetBytes(secretKey + "\0"))
        {
            return ZeroMqNative.CurvePublic(publicText, secretText) == 0
                && TextOf(publicText) == publicKey.ToString();
        }
    }

    private static string TextOf(byte* text) =>
        Encoding.ASCII.GetString(new ReadOnlySpan<byte>(text, CurveKey.TextLength));
}
