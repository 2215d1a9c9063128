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
    private readonly LinkConnection _connection;
    private readonly TimeProvider _time;
    private readonly LinkFrameReader _reader;
    private readonly LinkFrameWriter _heartbeat = new();
    private long _lastSent;

    private LinkClient(LinkConnection connection, TimeProvider time)
    {
        _connection = connection;
        _time = time;
        _reader = new LinkFrameReader(connection, time);
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

    /// <summary>What TLS negotiated; null without TLS.</summary>
    public LinkTlsState? Tls { get; private init; }

    /// <summary>
    /// Connects without TLS and exchanges hellos. Does not throw when the rig is offline or is not a rig.
    /// </summary>
    /// <param name="endpoint">Address of the rig.</param>
    /// <param name="name">This client's name in the hello.</param>
    /// <param name="time">The clock.</param>
    /// <param name="client">The link; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends the attempt early.</param>
    public static LinkOutcome Connect(
        EndPoint endpoint, string name, TimeProvider time, out LinkClient? client, CancellationToken stop = default) =>
        Open(endpoint, null, name, time, out client, stop);

    /// <summary>Connects and exchanges hellos. Does not throw when the rig is offline, is not a rig, or is not trusted.
    /// </summary>
    /// <param name="endpoint">Address of the rig.</param>
    /// <param name="security">TLS, and the token of the hello; null = without.</param>
    /// <param name="name">This client's name in the hello.</param>
    /// <param name="time">The clock.</param>
    /// <param name="client">The link; null unless the outcome is Ok.</param>
    /// <param name="stop">Ends the attempt early.</param>
    public static LinkOutcome Open(
        EndPoint endpoint,
        LinkSecurity? security,
        string name,
        TimeProvider time,
        out LinkClient? client,
        CancellationToken stop)
    {
        client = null;
        LinkOutcome outcome = Dial(endpoint, security, time, out LinkConnection? connection, stop);
        if (!outcome.IsOk)
            return outcome;
        var link = new LinkClient(connection!, time) { Tls = connection!.Tls };
        outcome = link.Handshake(name, security?.Token ?? "", stop);
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
        state.Send(_connection, waitMicroseconds: 0);
    }

    /// <inheritdoc/>
    public void Dispose() => _connection.Dispose();

    private static LinkOutcome Dial(
        EndPoint endpoint,
        LinkSecurity? security,
        TimeProvider time,
        out LinkConnection? connection,
        CancellationToken stop)
    {
        connection = null;
        LinkOutcome outcome = LinkDialer.Connect(endpoint, time, out Socket? socket, stop);
        if (!outcome.IsOk)
            return outcome;
        if (security is not null)
            return TlsLinkConnection.Connect(socket!, security, time, out connection, stop);
        connection = LinkConnection.Over(socket!);
        return LinkOutcome.Ok;
    }

    private LinkOutcome Handshake(string name, string token, CancellationToken stop)
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
        if (outcome.IsOk)
            return Answer(name, token);

        // With TLS 1.3 the connector learns only now that the rig refuses its certificate.
        return Tls is not null && outcome.Status is LinkStatus.Closed or LinkStatus.Failed
            ? new LinkOutcome(
                LinkStatus.NotSecure, $"the rig ended it; does it accept the certificate of this client? {outcome}")
            : outcome;
    }

    private LinkOutcome Answer(string name, string token)
    {
        var hello = new LinkFrameWriter();
        LinkHello.WriteClient(hello, name, token);
        return hello.Send(_connection, SendWaitMicroseconds);
    }

    private static LinkOutcome BeforeHello(LinkFrame frame) => new(
        LinkStatus.BadHello,
        frame.Type == LinkFrameType.State && LinkStateFrame.Read(frame.Body, out LinkStateFrame state).IsOk
            ? $"the rig sent a reason instead: {state.Reason}"
            : $"the rig sent a frame of type {frame.Type} before its hello");

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
        return _heartbeat.Send(_connection, SendWaitMicroseconds);
    }
}
