using System.Globalization;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport;
using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// A socket in the terms of NetMQ, with the counters of its connections. One thread creates, uses and closes it. The
/// end of the transport is a status.
/// </summary>
internal sealed class NetMqSocket : ISupervisedLink, IDisposable
{
    private readonly NetMQSocket _socket;
    private readonly ConnectionMonitor _monitor;
    private readonly ShutdownSignal _end;
    private string _endpoint = "";
    private bool _isDisposed;

    /// <summary>
    /// Takes ownership of a socket with its options set; nothing is bound or connected yet, so no event is missed.
    /// </summary>
    public NetMqSocket(NetMQSocket socket, ShutdownSignal end)
    {
        _socket = socket;
        _end = end;
        _monitor = new ConnectionMonitor(socket);
        NetMqContext.Opened();
    }

    public SocketOptions Options => _socket.Options;

    public LinkCounts Links => _monitor.Counts;

    /// <summary>The socket for a wait set.</summary>
    public NetMQSocket Inner => _socket;

    /// <summary>True when it is closed or the transport ends.</summary>
    public bool IsClosed => _isDisposed || _end.IsRaised;

    // NetMQ always reconnects by itself.
    public TimeSpan? EndedFor => null;

    public bool ReportsHandshake => false;

    public long HandshakeAt => 0;

    public bool IsReadable => !IsClosed && _socket.HasIn;

    /// <returns>The endpoint with its real port.</returns>
    /// <exception cref="EndpointException">It cannot be bound.</exception>
    public Endpoint Bind(Endpoint endpoint)
    {
        AllowIPv6(endpoint);
        try
        {
            _socket.Bind(endpoint.ToString());
        }
        catch (Exception e) when (e is NetMQException or SocketException)
        {
            throw Failed("bound", endpoint, e);
        }

        // NetMQ formats an IPv6 address as the name of its family: only the port is taken from it.
        string last = _socket.Options.LastEndpoint!;
        string host = endpoint.Host.Contains(':', StringComparison.Ordinal) ? $"[{endpoint.Host}]" : endpoint.Host;
        return Endpoint.Parse(
            string.Create(CultureInfo.InvariantCulture, $"tcp://{host}:{last[(last.LastIndexOf(':') + 1)..]}"));
    }

    /// <exception cref="EndpointException">It cannot be connected.</exception>
    public void Connect(Endpoint endpoint)
    {
        AllowIPv6(endpoint);
        _endpoint = endpoint.ToString();
        try
        {
            _socket.Connect(_endpoint);
        }
        catch (Exception e) when (e is NetMQException or SocketException)
        {
            throw Failed("connected", endpoint, e);
        }
    }

    public void Reconnect()
    {
        try
        {
            _socket.Disconnect(_endpoint);
            _socket.Connect(_endpoint);
        }
        catch (TerminatingException)
        {
            // The next receive returns Closed.
        }
    }

    /// <summary>Sends one frame without waiting; its memory is released, whether it is sent or not.</summary>
    public SendStatus Send(ref Msg frame, bool more)
    {
        SendStatus status = SendStatus.Full;
        try
        {
            if (IsClosed)
                status = SendStatus.Closed;
            else if (_socket.TrySend(ref frame, TimeSpan.Zero, more))
                return SendStatus.Sent;
        }
        catch (HostUnreachableException)
        {
            status = SendStatus.Gone;
        }
        catch (TerminatingException)
        {
            status = SendStatus.Closed;
        }

        frame.Close();
        return status;
    }

    /// <summary>Sends one frame in memory of the pool.</summary>
    public SendStatus Send(ReadOnlySpan<byte> bytes, bool more)
    {
        Msg frame = default;
        frame.InitPool(bytes.Length);
        bytes.CopyTo(frame.Slice());
        return Send(ref frame, more);
    }

    /// <summary>
    /// Receives one frame without waiting; <paramref name="frame"/> is initialised, and the caller closes it.
    /// </summary>
    public ReceiveStatus Receive(ref Msg frame)
    {
        try
        {
            if (!_isDisposed && _socket.TryReceive(ref frame, TimeSpan.Zero))
                return ReceiveStatus.Frame;
        }
        catch (TerminatingException)
        {
            return ReceiveStatus.Closed;
        }

        return IsClosed ? ReceiveStatus.Closed : ReceiveStatus.Empty;
    }

    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _monitor.Stop();
        _socket.Dispose();
        NetMqContext.Closed();
    }

    private void AllowIPv6(Endpoint endpoint)
    {
        if (endpoint.Host.Contains(':', StringComparison.Ordinal))
            _socket.Options.IPv4Only = false;
    }

    private static EndpointException Failed(string what, Endpoint endpoint, Exception cause)
    {
        string reason = cause switch
        {
            AddressAlreadyInUseException =>
                "another program uses it; stop that program or choose another port (port 0 takes any free one)",
            NetMQException { ErrorCode: ErrorCode.AccessDenied } => "access is denied; choose a port above 1023",
            NetMQException { ErrorCode: ErrorCode.AddressNotAvailable } => "this machine has no such address",
            _ => cause.Message,
        };
        return new EndpointException($"Endpoint '{endpoint}' cannot be {what}: {reason}.", cause);
    }
}

/// <summary>A socket that a wait set of this transport can wait for.</summary>
internal interface INetMqPollable
{
    NetMqSocket Socket { get; }
}
