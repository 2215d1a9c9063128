using System.Net.Sockets;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// What the sockets that are bound have in common: they listen, take a number of connections, and bound what their
/// peers send. Connections belong to the I/O thread; those after their handshake are in <see cref="Active"/>, which is
/// replaced whole, so that the socket's thread reads it without a lock.
/// </summary>
internal abstract class BoundSocket : DirectSocket, IPolled
{
    // Without a file for the next connection, asking again at once would only take a processor.
    private const int AcceptPauseMs = 100;
    private const int AcceptsPerTurn = 64;

    // The transport may end meanwhile, which closes the socket, too.
    private const int CloseCheckMs = 50;

    private readonly Socket _listener;
    private readonly InputBudget _budget;
    private readonly TimeProvider _time;
    private readonly List<Peer> _peers = [];
    private Peer[] _active = [];
    private uint _lastNumber;
    private bool _isFull;
    private bool _isPaused;

    /// <summary>Takes over a socket that listens; <see cref="Start"/> accepts.</summary>
    protected BoundSocket(DirectTransport transport, Socket listener, Endpoint bound, InputBudget budget)
        : base(transport)
    {
        _listener = listener;
        _budget = budget;
        _time = transport.Time;
        Endpoint = bound;
    }

    public Endpoint Endpoint { get; }

    /// <summary>Socket type in the handshake.</summary>
    public abstract ZmtpSocketType Type { get; }

    /// <summary>Longest frame that a peer may send, in bytes.</summary>
    public abstract int MaxFrameBytes { get; }

    public SocketLimits Limits => Transport.Limits;

    public AccessCounts Access => Transport.Access;

    public SharedFramePool Pool => Transport.Pool;

    public IoThread Io => Transport.Io;

    /// <summary>Peers after their handshake. Any thread.</summary>
    public Peer[] Active => Volatile.Read(ref _active);

    public int Descriptor => (int)_listener.SafeHandle.DangerousGetHandle();

    public PollEvents Events => _isPaused ? PollEvents.None : PollEvents.Readable;

    public long DueAt { get; private set; } = long.MaxValue;

    public bool IsOver { get; private set; }

    public bool MustFinish => false;

    /// <summary>Accepts from now on.</summary>
    public void Start() => Io.Post(() => Io.Add(this));

    /// <summary>Creates the queue of a peer.</summary>
    public abstract Outbox CreateOutbox();

    /// <summary>I/O thread: takes a frame of a message.</summary>
    /// <param name="peer">The sender.</param>
    /// <param name="frame">Its body.</param>
    /// <param name="several">Whether the message has several frames.</param>
    /// <param name="isLast">Whether it is the last one.</param>
    /// <returns>False to end the connection.</returns>
    public abstract bool Receive(Peer peer, ReadOnlySpan<byte> frame, bool several, bool isLast);

    /// <summary>I/O thread: takes a subscription that came as a command.</summary>
    /// <returns>False to end the connection.</returns>
    public virtual bool Subscribe(Peer peer, ReadOnlySpan<byte> prefix, bool add) => true;

    /// <summary>I/O thread: whether more of a peer's bytes may be read now.</summary>
    public virtual bool MayRead(Peer peer) => true;

    /// <summary>The timestamp after some milliseconds from now.</summary>
    public long TimestampAfter(int milliseconds) =>
        _time.GetTimestampAfter(TimeSpan.FromMilliseconds(milliseconds));

    /// <summary>Whether a peer has sent no more than the budget.</summary>
    /// <param name="received">Bytes so far.</param>
    /// <param name="since">When it was accepted, as a timestamp.</param>
    public bool IsWithinBudget(long received, long since) =>
        received <= _budget.BurstBytes + (_time.GetElapsedTime(since).TotalSeconds * _budget.BytesPerSecond);

    /// <summary>I/O thread: a peer's handshake is done.</summary>
    public virtual void Activated(Peer peer) => Volatile.Write(ref _active, [.. _active, peer]);

    /// <summary>I/O thread: a connection ended.</summary>
    public virtual void Ended(Peer peer)
    {
        _peers.Remove(peer);
        if (peer.IsActive)
            Volatile.Write(ref _active, [.. _active.Where(other => other != peer)]);
        Links.AddDisconnected();
        NoteFull();
    }

    public void Ready(PollEvents found)
    {
        for (int accepted = 0; accepted < AcceptsPerTurn && !IsOver; accepted++)
        {
            if (!TryAccept())
                return;
        }
    }

    public void Due(long now)
    {
        _isPaused = false;
        DueAt = long.MaxValue;
    }

    void IPolled.Close()
    {
        IsOver = true;
        _listener.Dispose();
    }

    protected override void Close()
    {
        // The address is free when this returns; what waits for peers is still sent for a while.
        using ManualResetEventSlim closed = new();
        long deadline = TimestampAfter(Limits.LingerMs);
        Io.Post(() =>
        {
            ((IPolled)this).Close();
            foreach (Peer peer in (Peer[])[.. _peers])
                peer.FinishUntil(deadline);
            closed.Set();
        });
        while (!Io.HasEnded && !closed.Wait(CloseCheckMs))
        {
        }
    }

    private bool TryAccept()
    {
        Socket socket;
        try
        {
            socket = _listener.Accept();
        }
        catch (SocketException error)
        {
            if (error.SocketErrorCode is SocketError.WouldBlock)
                return false;
            Links.AddAcceptFailed();
            if (error.SocketErrorCode is not (SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable))
                return true;
            _isPaused = true;
            DueAt = TimestampAfter(AcceptPauseMs);
            return false;
        }

        if (_peers.Count >= Limits.MaxConnections)
        {
            StreamSocket.Abort(socket);
            Access.AddBeyondLimit();
            return true;
        }

        Begin(socket);
        return true;
    }

    private void Begin(Socket socket)
    {
        Links.AddAccepted();
        Peer peer;
        try
        {
            StreamSocket.Configure(socket, Limits);
            peer = new Peer(this, socket, ++_lastNumber, _time.GetTimestamp());
        }
        catch (SocketException)
        {
            // It was reset before it was accepted.
            socket.Dispose();
            Links.AddDisconnected();
            return;
        }

        _peers.Add(peer);
        NoteFull();
        Io.Add(peer);
        peer.Begin();
    }

    private void NoteFull()
    {
        bool isFull = _peers.Count >= Limits.MaxConnections;
        if (isFull != _isFull)
            Access.AddFullSockets(isFull ? 1 : -1);
        _isFull = isFull;
    }
}
