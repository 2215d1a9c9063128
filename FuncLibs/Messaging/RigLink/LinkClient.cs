using System.Collections.Immutable;
using System.Net;
using System.Net.Sockets;
using FuncLibs.Blocks.Catalogue;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// The connector's side of the controller link: connects, exchanges hellos, sends heartbeats and returns frames. Used
/// by one thread, which must call <see cref="Read"/> at least twice a second. Does not allocate per block. After a
/// fatal outcome: dispose the client, wait (the caller implements the backoff) and connect again.
/// </summary>
public sealed class LinkClient : IDisposable
{
    private const int SendWaitMicroseconds = 1_000_000;
    private const int ReceiveBufferBytes = 1 << 20;
    private readonly Socket _socket;
    private readonly TimeProvider _time;
    private readonly LinkFrameReader _reader;
    private readonly LinkFrameWriter _heartbeat = new();
    private long _lastSent;

    private LinkClient(Socket socket, TimeProvider time)
    {
        _socket = socket;
        _time = time;
        _reader = new LinkFrameReader(socket, time);
        _heartbeat.WriteHeartbeat();
        _lastSent = time.GetTimestamp();
    }

    /// <summary>The streams of the rig's last hello.</summary>
    public ImmutableArray<StreamDescription> Streams { get; private set; } = [];

    /// <summary>
    /// Number of hellos received; after a new one <see cref="Streams"/> may differ, from the next block on.
    /// </summary>
    public int HelloCount { get; private set; }

    /// <summary>Number of heartbeats received.</summary>
    public int HeartbeatCount { get; private set; }

    /// <summary>Connects and exchanges hellos. Does not throw when the rig is offline or is not a rig.</summary>
    /// <param name="endpoint">Address of the rig.</param>
    /// <param name="name">This client's name in the hello.</param>
    /// <param name="time">The clock.</param>
    /// <param name="client">The link; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends the attempt early.</param>
    public static LinkOutcome Connect(
        EndPoint endpoint, string name, TimeProvider time, out LinkClient? client, CancellationToken stop = default)
    {
        client = null;
        var socket =
            new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, ReceiveBufferSize = ReceiveBufferBytes };
        LinkOutcome outcome = Open(socket, endpoint, time, stop);
        if (!outcome.IsOk)
        {
            socket.Dispose();
            return outcome;
        }

        var link = new LinkClient(socket, time);
        outcome = link.Handshake(name, stop);
        if (outcome.IsOk)
            client = link;
        else
            link.Dispose();
        return outcome;
    }

    /// <summary>The stream with an id, or null when the hello does not name it.</summary>
    public StreamDescription? Stream(uint id)
    {
        foreach (StreamDescription stream in Streams)
        {
            if (stream.Id == id)
                return stream;
        }

        return null;
    }

    /// <summary>
    /// Reads the next hello, block, event or state; heartbeats are handled internally. A new hello has already updated
    /// <see cref="Streams"/>.
    /// </summary>
    /// <param name="frame">The frame, valid until the next call.</param>
    /// <param name="waitMicroseconds">Longest wait, in us, up to half a second.</param>
    public LinkOutcome Read(out LinkFrame frame, int waitMicroseconds)
    {
        LinkOutcome outcome = KeepAlive();
        frame = default;
        if (outcome.IsOk)
            outcome = _reader.Read(out frame, waitMicroseconds);
        if (!outcome.IsOk)
            return outcome;
        return frame.Type switch
        {
            LinkFrameType.Heartbeat => CountHeartbeat(),
            LinkFrameType.Hello => ReceiveHello(frame.Body),
            _ => LinkOutcome.Ok,
        };
    }

    /// <summary>Reports to the rig why the connection is closed, if it still reads.</summary>
    public void SendCloseReason(string reason)
    {
        var state = new LinkFrameWriter();
        new LinkStateFrame(LinkCondition.Offline, reason).Write(state);
        state.Send(_socket, waitMicroseconds: 0);
    }

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();

    private static LinkOutcome Open(Socket socket, EndPoint endpoint, TimeProvider time, CancellationToken stop)
    {
        using var limit = new CancellationTokenSource(LinkProtocol.HelloLimit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, stop);
        try
        {
            socket.ConnectAsync(endpoint, either.Token).AsTask().GetAwaiter().GetResult();
            return LinkOutcome.Ok;
        }
        catch (SocketException refused)
        {
            return new LinkOutcome(LinkStatus.Failed, $"{endpoint}: {refused.Message}");
        }
        catch (OperationCanceledException)
        {
            return new LinkOutcome(LinkStatus.Failed, $"{endpoint}: no connection in time");
        }
    }

    private LinkOutcome Handshake(string name, CancellationToken stop)
    {
        const int StepMicroseconds = 50_000;
        LinkOutcome outcome = LinkOutcome.Ok;
        long start = _time.GetTimestamp();
        while (outcome.IsOk && HelloCount == 0)
        {
            outcome = _reader.Read(out LinkFrame frame, StepMicroseconds);
            if (outcome.IsOk)
                outcome = frame.Type == LinkFrameType.Hello ? ReceiveHello(frame.Body) : BeforeHello(frame);
            else if (!outcome.IsFatal && !stop.IsCancellationRequested
                && _time.GetElapsedTime(start) < LinkProtocol.HelloLimit)
                outcome = LinkOutcome.Ok;
        }

        if (outcome.Status is LinkStatus.Pending or LinkStatus.Silent)
            return new LinkOutcome(LinkStatus.BadHello, "the rig sent no hello in time");
        return outcome.IsOk ? Answer(name) : outcome;
    }

    private LinkOutcome Answer(string name)
    {
        var hello = new LinkFrameWriter();
        LinkHello.WriteClient(hello, name);
        return hello.Send(_socket, SendWaitMicroseconds);
    }

    private static LinkOutcome BeforeHello(LinkFrame frame) =>
        new(LinkStatus.BadHello, $"the rig sent a frame of type {frame.Type} before its hello");

    private LinkOutcome ReceiveHello(ReadOnlySpan<byte> body)
    {
        LinkOutcome outcome = LinkHello.ReadRig(body, out ImmutableArray<StreamDescription> streams);
        if (outcome.IsOk)
        {
            Streams = streams;
            HelloCount++;
        }

        return outcome;
    }

    private LinkOutcome CountHeartbeat()
    {
        HeartbeatCount++;
        return LinkOutcome.Pending;
    }

    private LinkOutcome KeepAlive()
    {
        if (_time.GetElapsedTime(_lastSent) < LinkProtocol.HeartbeatInterval)
            return LinkOutcome.Ok;
        _lastSent = _time.GetTimestamp();
        return _heartbeat.Send(_socket, SendWaitMicroseconds);
    }
}
