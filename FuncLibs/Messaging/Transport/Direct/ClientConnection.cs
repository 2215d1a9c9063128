using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// The connection of a consumer's socket. The I/O thread connects, shakes hands, retries, and sends what waits. While
/// it is <see cref="Stage.Active"/>, the socket's own thread receives straight from it, and decides when it is over:
/// then it sets <see cref="Stage.Broken"/>, touches it no more, and the I/O thread closes it.
/// </summary>
internal sealed class ClientConnection : IPolled, ISupervisedLink
{
    // A peer that accepts and never lets more of the greeting through is a dead one.
    private const int ReadsPerTurn = 16;

    private readonly DirectTransport _transport;
    private readonly DirectSocket _owner;
    private readonly Endpoint _endpoint;
    private readonly ZmtpSocketType _type;
    private readonly TimeProvider _time;
    private readonly ReconnectBackoff _retry;
    private readonly Lock _subscriptionGate = new();
    private readonly List<byte[]> _prefixes = [];
    private int _stage = (int)Stage.Idle;
    private Socket? _socket;
    private ZmtpHandshake? _handshake;
    private bool _hasCommands;
    private bool _isProtocolEnd;
    private bool _isPeerClosed;
    private bool _wasConnected;
    private long _endedAt;
    private long _handshakeAt;

    /// <summary>Prepares it; <see cref="Start"/> connects.</summary>
    public ClientConnection(
        DirectTransport transport, DirectSocket owner, Endpoint endpoint, ZmtpSocketType type, FrameLimits frames)
    {
        _transport = transport;
        _owner = owner;
        _endpoint = endpoint;
        _type = type;
        _time = transport.Time;
        _retry = ReconnectBackoff.Create(endpoint, transport.Limits, _time);
        Outbox = new Outbox(
            transport.Pool,
            transport.Io.Wake,
            SocketLimits.MaxAnsweredRequestBytes * (long)SocketLimits.MinHighWaterMark,
            SocketLimits.MinHighWaterMark);
        Receiver = new MessageReceiver(new MessageAssembler(frames), this);
    }

    /// <summary>Who may touch the socket now.</summary>
    private enum Stage
    {
        /// <summary>I/O thread: waits for the next attempt.</summary>
        Idle,

        /// <summary>I/O thread: looks up a name, or connects.</summary>
        Connecting,

        /// <summary>I/O thread: shakes hands.</summary>
        Handshaking,

        /// <summary>The socket's thread receives.</summary>
        Active,

        /// <summary>I/O thread: is to close it.</summary>
        Broken,

        /// <summary>Nobody: the peer broke the protocol; the supervisor reconnects.</summary>
        Ended,

        /// <summary>Nobody: closed for good.</summary>
        Closed,
    }

    /// <summary>What goes out.</summary>
    public Outbox Outbox { get; }

    /// <summary>What comes in, for the socket's thread while the connection is active.</summary>
    public MessageReceiver Receiver { get; }

    /// <summary>Whether the socket's thread may receive.</summary>
    public bool IsActive => Current == Stage.Active;

    /// <summary>The socket, while it is active, for the socket's thread.</summary>
    public SafeSocketHandle Handle => _socket!.SafeHandle;

    /// <summary>Descriptor of the active connection; -1 while there is none.</summary>
    public int InputDescriptor => IsActive ? (int)Handle.DangerousGetHandle() : -1;

    public TimeSpan? EndedFor => Current == Stage.Ended ? _time.GetElapsedTime(Volatile.Read(ref _endedAt)) : null;

    public bool ReportsHandshake => true;

    public long HandshakeAt => Volatile.Read(ref _handshakeAt);

    public bool IsReadable => IsActive && (Receiver.HasInput || Receiver.IsReadable());

    int IPolled.Descriptor => (int)_socket!.SafeHandle.DangerousGetHandle();

    PollEvents IPolled.Events => Current switch
    {
        Stage.Connecting when _socket is not null => PollEvents.Writable,
        Stage.Handshaking => PollEvents.Readable,
        Stage.Active => (_isPeerClosed ? PollEvents.None : PollEvents.PeerClosed)
            | WhatIsToSend,
        Stage.Closed when _socket is not null => WhatIsToSend,
        _ => PollEvents.None,
    };

    public long DueAt { get; private set; } = long.MaxValue;

    public bool IsOver => Current == Stage.Closed && _socket is null;

    public bool MustFinish => Current == Stage.Closed && _socket is not null;

    private PollEvents WhatIsToSend => Outbox.WantsWrite ? PollEvents.Writable : PollEvents.None;

    private Stage Current => (Stage)Volatile.Read(ref _stage);

    /// <summary>Connects from now on.</summary>
    public void Start() => _transport.Io.Post(() =>
    {
        _transport.Io.Add(this);
        Connect();
    });

    /// <summary>Socket's thread: subscribes to a prefix, or ends that, now and after each reconnect.</summary>
    public void Subscribe(ReadOnlySpan<byte> prefix, bool add)
    {
        byte[] bytes = prefix.ToArray();
        lock (_subscriptionGate)
        {
            int index = _prefixes.FindIndex(other => other.AsSpan().SequenceEqual(bytes));
            if (add == index >= 0)
                return;
            if (add)
                _prefixes.Add(bytes);
            else
                _prefixes.RemoveAt(index);
            if (IsActive)
                SendFrame(ZmtpCommands.Subscription(bytes, add, _hasCommands));
        }
    }

    /// <summary>Socket's thread: sends a message; it waits for the connection if there is none.</summary>
    public SendStatus Send(ref WireMessage message)
    {
        if (Current == Stage.Closed)
            return SendStatus.Closed;
        SendStatus status = Outbox.Send(ref message);

        // The receiving side finds out, too; until then the message is lost as in any queue of the kernel.
        return status == SendStatus.Gone ? SendStatus.Sent : status;
    }

    /// <summary>Socket's thread: the connection is over.</summary>
    /// <param name="isProtocol">Whether the peer broke the protocol: it is not retried at once.</param>
    public void Break(bool isProtocol)
    {
        _isProtocolEnd = isProtocol;
        if (Interlocked.CompareExchange(ref _stage, (int)Stage.Broken, (int)Stage.Active) == (int)Stage.Active)
            _transport.Io.Post(EndBroken);
    }

    /// <summary>
    /// Socket's thread, without a message to read: notes that the peer has closed although nobody received its end.
    /// </summary>
    public void CheckEnd()
    {
        if (Volatile.Read(ref _isPeerClosed) && IsActive && !Receiver.HasInput && !Receiver.HasUnread())
            Break(isProtocol: false);
    }

    /// <summary>Socket's thread: answers a PING.</summary>
    public void Answer(ReadOnlySpan<byte> ping)
    {
        if (ZmtpCommands.Pong(ping) is { } pong)
            SendFrame(pong);
    }

    /// <inheritdoc/>
    public void Reconnect()
    {
        Interlocked.CompareExchange(ref _stage, (int)Stage.Broken, (int)Stage.Active);
        _transport.Io.Post(() =>
        {
            if (Current == Stage.Closed)
                return;
            CloseSocket(reset: true);
            Connect();
        });
    }

    /// <summary>Socket's thread: closes it for good; what waits is still sent for a while.</summary>
    public void Close()
    {
        Stage before = (Stage)Interlocked.Exchange(ref _stage, (int)Stage.Closed);
        _transport.Io.Post(() =>
        {
            if (before != Stage.Active || Outbox.QueuedBytes == 0)
                CloseSocket(reset: false);
            else
                DueAt = _time.GetTimestampAfter(TimeSpan.FromMilliseconds(_transport.Limits.LingerMs));
        });
    }

    void IPolled.Ready(PollEvents found)
    {
        switch (Current)
        {
            case Stage.Connecting:
                FinishConnect();
                break;
            case Stage.Handshaking:
                Shake();
                break;
            case Stage.Active:
                if ((found & PollEvents.Writable) != 0)
                    Outbox.Flush();
                if ((found & (PollEvents.PeerClosed | PollEvents.Failed)) != 0)
                {
                    // What it sent before is read first, by the socket's thread.
                    Volatile.Write(ref _isPeerClosed, true);
                    _owner.Wake.Set();
                }

                break;
            case Stage.Closed when _socket is not null:
                Outbox.Flush();
                if (Outbox.QueuedBytes == 0)
                    CloseSocket(reset: false);
                break;
            default:
                break;
        }
    }

    void IPolled.Due(long now)
    {
        DueAt = long.MaxValue;
        switch (Current)
        {
            case Stage.Idle:
                Connect();
                break;
            case Stage.Connecting or Stage.Handshaking:
                Fail(isHandshake: Current == Stage.Handshaking);
                break;
            case Stage.Closed:
                CloseSocket(reset: false);
                break;
            default:
                break;
        }
    }

    void IPolled.Close()
    {
        Interlocked.Exchange(ref _stage, (int)Stage.Closed);
        CloseSocket(reset: false);
    }

    private bool TrySet(Stage next)
    {
        int before = Volatile.Read(ref _stage);
        return before != (int)Stage.Closed
            && Interlocked.CompareExchange(ref _stage, (int)next, before) == before;
    }

    private void Connect()
    {
        if (!TrySet(Stage.Connecting))
            return;
        DueAt = _time.GetTimestampAfter(TimeSpan.FromMilliseconds(_transport.Limits.ConnectMs));
        if (_endpoint.Path is { } path)
            ConnectTo(new UnixDomainSocketEndPoint(path));
        else if (EndpointAddress.TryRead(_endpoint, out IPAddress? address))
            ConnectTo(new IPEndPoint(address, _endpoint.Port));
        else
            _ = LookUpAsync();
    }

    // Not on the I/O thread: an answer may take seconds.
    private async Task LookUpAsync()
    {
        IPAddress[] addresses;
        try
        {
            addresses = await Dns.GetHostAddressesAsync(_endpoint.Host);
        }
        catch (SocketException)
        {
            addresses = [];
        }

        _transport.Io.Post(() =>
        {
            if (Current != Stage.Connecting || _socket is not null)
                return;
            if (addresses.Length > 0)
                ConnectTo(new IPEndPoint(addresses[0], _endpoint.Port));
            else
                Fail(isHandshake: false);
        });
    }

    private void ConnectTo(EndPoint address)
    {
        try
        {
            _socket = StreamSocket.Create(address);
            StreamSocket.Configure(_socket, _transport.Limits);
            _socket.Connect(address);
            FinishConnect();
        }
        catch (SocketException error)
        {
            if (error.SocketErrorCode
                is not (SocketError.WouldBlock or SocketError.InProgress or SocketError.IOPending))
                Fail(isHandshake: false);
        }
    }

    private void FinishConnect()
    {
        if (SocketErrorOf(_socket!) != 0 || !TrySet(Stage.Handshaking))
        {
            Fail(isHandshake: false);
            return;
        }

        _owner.Links.AddConnected();
        _wasConnected = true;
        _handshake = new ZmtpHandshake(_type);
        DueAt = _time.GetTimestampAfter(TimeSpan.FromMilliseconds(_transport.Limits.HandshakeMs));
        if (SocketBytes.Send(Handle, _handshake.Opening) != _handshake.Opening.Length)
            Fail(isHandshake: true);
    }

    private static int SocketErrorOf(Socket socket)
    {
        try
        {
            return (int)socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
        }
        catch (SocketException error)
        {
            return error.ErrorCode;
        }
    }

    private void Shake()
    {
        for (int turn = 0; turn < ReadsPerTurn; turn++)
        {
            byte[] scratch = _transport.Io.Scratch;
            int received = SocketBytes.Receive(Handle, scratch);
            if (received == SocketBytes.WouldBlock)
                return;
            if (received == SocketBytes.Ended)
            {
                Fail(isHandshake: true);
                return;
            }

            HandshakeResult result = _handshake!.Feed(scratch.AsSpan(0, received), out int consumed);
            if (result == HandshakeResult.NeedMore)
                continue;
            if (result == HandshakeResult.Done)
            {
                Activate(scratch.AsSpan(consumed, received - consumed));
                return;
            }

            _owner.Links.AddRefused(result == HandshakeResult.OldVersion);
            EndForGood(reset: true);
            return;
        }
    }

    private void Activate(ReadOnlySpan<byte> rest)
    {
        DueAt = long.MaxValue;
        _hasCommands = _handshake!.HasCommands;
        _handshake = null;
        _isPeerClosed = false;
        Receiver.Begin(Handle, rest);
        _owner.Links.AddHandshake();
        _retry.Reset();
        Volatile.Write(ref _handshakeAt, _time.GetTimestamp());
        lock (_subscriptionGate)
        {
            foreach (byte[] prefix in _prefixes)
                SendFrame(ZmtpCommands.Subscription(prefix, add: true, _hasCommands));
            Outbox.Open(Handle);
            if (!TrySet(Stage.Active))
                CloseSocket(reset: false);
        }

        _owner.Wake.Set();
    }

    private void SendFrame(byte[] frame)
    {
        WireMessage message = WireMessage.Raw(frame, _transport.Pool);
        Outbox.Send(ref message);
        message.Dispose();
    }

    private void EndBroken()
    {
        if (Current != Stage.Broken)
            return;
        if (_isProtocolEnd)
            EndForGood(reset: true);
        else
            Fail(isHandshake: false);
    }

    private void EndForGood(bool reset)
    {
        CloseSocket(reset);
        Volatile.Write(ref _endedAt, _time.GetTimestamp());
        DueAt = long.MaxValue;
        TrySet(Stage.Ended);
        _owner.Wake.Set();
    }

    // A connection that was lost, refused or not made in time: the next attempt comes by itself.
    private void Fail(bool isHandshake)
    {
        if (isHandshake)
            _owner.Links.AddHandshakeFailed();
        CloseSocket(reset: false);
        if (!TrySet(Stage.Idle))
            return;
        _owner.Links.AddRetried();
        DueAt = _time.GetTimestampAfter(_retry.NextPause());
    }

    private void CloseSocket(bool reset)
    {
        DueAt = long.MaxValue;
        Outbox.Close(forGood: Current == Stage.Closed);
        if (_socket is null)
            return;
        if (reset)
            StreamSocket.Abort(_socket);
        else
            _socket.Dispose();
        _socket = null;
        if (_wasConnected)
            _owner.Links.AddDisconnected();
        _wasConnected = false;
    }
}
