using System.Net;
using System.Net.Sockets;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;
using Microsoft.Extensions.Logging;

namespace Simulator.Serving;

/// <summary>
/// Listens on the controller link and keeps at most one client. Each connection has a short-lived thread of its own, at
/// most <see cref="MaxPeers"/> of them; more are closed at once. Bad peers are counted and let go; the client that is
/// served does not notice.
/// </summary>
public sealed class LinkServer : IDisposable
{
    /// <summary>Connections at a time, the client included.</summary>
    public const int MaxPeers = 8;

    private static readonly TimeSpan RefusalLogInterval = TimeSpan.FromSeconds(1);

    private const int PollMicroseconds = 100_000;
    private const int StopMilliseconds = 2000;
    private readonly Socket _listener;
    private readonly LinkServerSettings _settings;
    private readonly TimeProvider _time;
    private readonly ILogger<LinkServer> _logger;
    private readonly ClientSlot _slot;
    private long _lastRefusalLogged;
    private int _peers;

    /// <summary>Binds and listens.</summary>
    /// <param name="settings">Where, and what is served.</param>
    /// <param name="time">Clock of silence and heartbeats.</param>
    /// <param name="logger">Log of clients that connect and disconnect.</param>
    /// <exception cref="SocketException">The address cannot be bound.</exception>
    public LinkServer(LinkServerSettings settings, TimeProvider time, ILogger<LinkServer> logger)
    {
        if (!IPAddress.IsLoopback(settings.Listen.Address) && settings.Tls is null)
            throw new ArgumentException(
                $"Without TLS the link listens on loopback only, not on {settings.Listen}.", nameof(settings));
        _settings = settings;
        _time = time;
        _logger = logger;
        _slot = new ClientSlot(settings.Stream);
        _listener = new Socket(settings.Listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            _listener.Bind(settings.Listen);
            _listener.Listen(MaxPeers);
        }
        catch (SocketException)
        {
            _listener.Dispose();
            throw;
        }

        Endpoint = (IPEndPoint)_listener.LocalEndPoint!;
    }

    /// <summary>Where it listens, with the real port.</summary>
    public IPEndPoint Endpoint { get; }

    /// <summary>The same as the text of a link's address.</summary>
    public string Address => LinkAddress.Format(Endpoint, _settings.Tls is not null);

    /// <summary>What it did.</summary>
    public LinkCounters Counters { get; } = new();

    /// <summary>The client that is served, or null.</summary>
    public LinkServerSession? Active => _slot.Active;

    /// <summary>
    /// Block thread: the rig's description from the next block on; sent to the present client, and to those that
    /// come.
    /// </summary>
    public void Describe(StreamDescription stream) => _slot.Describe(stream);

    /// <summary>Block thread: lets the client go, and refuses clients until <see cref="Reconnect"/>.</summary>
    public void Disconnect(string reason) => _slot.Disconnect(reason);

    /// <summary>Block thread: clients are served again.</summary>
    public void Reconnect() => _slot.Reconnect();

    /// <summary>The accept loop; returns on stop, after its peers are gone.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            if (_listener.Poll(PollMicroseconds, SelectMode.SelectRead))
                Accept(stop);
        }

        SpinWait.SpinUntil(() => Volatile.Read(ref _peers) == 0, StopMilliseconds);
    }

    /// <inheritdoc/>
    public void Dispose() => _listener.Dispose();

    private void Accept(CancellationToken stop)
    {
        Socket socket;
        try
        {
            socket = _listener.Accept();
        }
        catch (SocketException failed)
        {
            // A peer that is gone again, or no descriptor left: wait a moment, so that the loop does not spin on it.
            LinkLog.AcceptFailed(_logger, failed.Message);
            stop.WaitHandle.WaitOne(PollMicroseconds / 1000);
            return;
        }

        if (Interlocked.Increment(ref _peers) > MaxPeers)
        {
            Refuse("too many connections");
            socket.Dispose();
            Interlocked.Decrement(ref _peers);
            return;
        }

        new Thread(() => Serve(socket, stop)) { IsBackground = true, Name = "link peer" }.Start();
    }

    // The outermost frame of a peer's thread: a connection may break in any call, and that is the peer's affair.
    private void Serve(Socket socket, CancellationToken stop)
    {
        try
        {
            ServePeer(socket, stop);
        }
        catch (Exception broken) when (broken is SocketException or ObjectDisposedException)
        {
            Refuse(broken.Message);
        }
        finally
        {
            socket.Dispose();
            Interlocked.Decrement(ref _peers);
        }
    }

    private void ServePeer(Socket socket, CancellationToken stop)
    {
        if (_slot.Down is { } down)
        {
            Refuse(down);
            return;
        }

        socket.NoDelay = true;
        socket.SendBufferSize = _settings.SendBufferBytes;
        LinkOutcome secured = Secure(socket, out LinkConnection? connection, stop);
        if (connection is null)
        {
            Refuse(secured.ToString());
            return;
        }

        var reader = new LinkFrameReader(connection, _time) { SilenceLimit = LinkProtocol.HelloLimit };
        LinkOutcome hello = SendHello(connection, reader, out StreamDescription described, out string client, stop);
        if (!hello.IsOk)
        {
            Refuse(hello.ToString());
            PeerSocket.CloseWithReason(connection, hello.ToString());
            return;
        }

        var session = new LinkServerSession(connection, _settings.NewQueue(), Counters, _time);
        if (!_slot.TryTake(session, described, out string refusal))
        {
            Refuse(refusal);
            session.Close(refusal);
            return;
        }

        Counters.CountAccepted();
        LinkLog.ClientConnected(_logger, client);
        long dropped = Counters.EventsDropped;
        LinkStateFrame last = ClientWatch.Until(session, reader, stop);
        _slot.Leave();
        session.Close(last);
        LinkLog.ClientGone(_logger, client, last.Reason);
        if (Counters.EventsDropped > dropped)
            LinkLog.EventsDropped(_logger, client, Counters.EventsDropped - dropped);
    }

    private LinkOutcome Secure(Socket socket, out LinkConnection? connection, CancellationToken stop)
    {
        if (_settings.Tls is { } tls)
            return tls.Accept(socket, _time, out connection, stop);
        connection = LinkConnection.Over(socket);
        return LinkOutcome.Ok;
    }

    private LinkOutcome SendHello(
        LinkConnection connection,
        LinkFrameReader reader,
        out StreamDescription described,
        out string client,
        CancellationToken stop)
    {
        client = "";
        long start = _time.GetTimestamp();
        LinkOutcome sent = _slot.SendHello(connection, out described);
        if (!sent.IsOk)
            return sent;
        while (!stop.IsCancellationRequested && _time.GetElapsedTime(start) < LinkProtocol.HelloLimit)
        {
            LinkOutcome outcome = reader.Read(out LinkFrame frame, PollMicroseconds);
            if (outcome.IsOk)
                return frame.Type == LinkFrameType.Hello
                    ? ReadClient(frame.Body, out client)
                    : new LinkOutcome(LinkStatus.BadHello, $"a frame of type {frame.Type} comes before it");
            if (outcome.IsFatal)
                return outcome;
        }

        return new LinkOutcome(LinkStatus.BadHello, "none in time");
    }

    private LinkOutcome ReadClient(ReadOnlySpan<byte> body, out string client)
    {
        LinkOutcome read = LinkHello.ReadClient(body, out client, out string token);
        return read.IsOk && _settings.Tls?.FindTokenFault(token) is { } fault
            ? new LinkOutcome(LinkStatus.BadHello, fault) : read;
    }

    // Every refusal is counted; the log gets one a second, so that a flood of peers does not become a flood of lines.
    private void Refuse(string reason)
    {
        Counters.CountRefused();
        long last = Volatile.Read(ref _lastRefusalLogged);
        if (last != 0 && _time.GetElapsedTime(last) < RefusalLogInterval)
            return;
        if (Interlocked.CompareExchange(ref _lastRefusalLogged, _time.GetTimestamp(), last) == last)
            LinkLog.PeerRefused(_logger, reason, Counters.Refused);
    }
}

/// <summary>Where a rig is served, and what.</summary>
/// <param name="Listen">A loopback address, with TLS any; port 0 takes any free one.</param>
/// <param name="Stream">The stream that the hello describes.</param>
/// <param name="QueueBlocks">Blocks that may wait for a slow client before the newest are dropped; 1 or more.</param>
public sealed record LinkServerSettings(
    IPEndPoint Listen, StreamDescription Stream, int QueueBlocks = LinkServerSettings.DefaultQueueBlocks)
{
    /// <summary>
    /// Default of <see cref="QueueBlocks"/>: 0.2 s of the reference rate, besides what the kernel holds.
    /// </summary>
    public const int DefaultQueueBlocks = 64;

    /// <summary>TLS of the link; null = without.</summary>
    public LinkServerTls? Tls { get; init; }

    private const int MinSendBuffer = 256 << 10;
    private const int MaxSendBuffer = 4 << 20;
    private const int BlocksInKernel = 4;

    /// <summary>
    /// Bytes that the kernel may hold: a few blocks, so that a client that is busy for a moment costs nothing.
    /// </summary>
    public int SendBufferBytes => Math.Clamp(BlocksInKernel * Stream.MaxDocumentBytes, MinSendBuffer, MaxSendBuffer);

    /// <summary>The queue of a new client, with room for its blocks of any content.</summary>
    public SendQueue NewQueue() =>
        new(QueueBlocks, LinkProtocol.HeaderBytes + LinkBlockHeader.Bytes + Stream.MaxDocumentBytes);
}

/// <summary>What the link did since start. Written by the threads named, read by any.</summary>
public sealed class LinkCounters
{
    private long _sent;
    private long _dropped;
    private long _eventsDropped;
    private long _accepted;
    private long _refused;

    /// <summary>Blocks given to a client's queue in time. Block thread.</summary>
    public long Sent => Volatile.Read(ref _sent);

    /// <summary>Blocks that a client's full queue refused. Block thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>Events that a client's full queue refused. Block thread.</summary>
    public long EventsDropped => Volatile.Read(ref _eventsDropped);

    /// <summary>Clients that were served. Peer threads.</summary>
    public long Accepted => Volatile.Read(ref _accepted);

    /// <summary>Connections that never became a client. Peer threads and accept thread.</summary>
    public long Refused => Volatile.Read(ref _refused);

    internal void CountSent() => Volatile.Write(ref _sent, _sent + 1);

    internal void CountDropped() => Volatile.Write(ref _dropped, _dropped + 1);

    internal void CountEventDropped() => Volatile.Write(ref _eventsDropped, _eventsDropped + 1);

    internal void CountAccepted() => Interlocked.Increment(ref _accepted);

    internal void CountRefused() => Interlocked.Increment(ref _refused);
}
