using System.Net;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// A connection that was accepted. The I/O thread shakes hands and reads; the socket's thread sends through
/// <see cref="Outbox"/>. Everything that the peer sends is counted against a budget; a peer above it, or one that
/// breaks the protocol, loses its connection and nothing else happens.
/// </summary>
internal sealed class Peer : IPolled
{
    // A message of ours has one frame; more are refused, and one that does not end would take a peer's memory.
    private const int MaxFrames = 64;
    private const int ReadsPerTurn = 16;

    private readonly BoundSocket _owner;
    private readonly Socket _socket;
    private readonly ZmtpHandshake _handshake;
    private readonly ZmtpFrameReader _frames;
    private readonly long _acceptedAt;
    private readonly EndPoint? _remote;
    private long _received;
    private int _messageFrames;
    private bool _isClosing;

    /// <summary>Begins the handshake.</summary>
    /// <param name="owner">The socket that accepted it.</param>
    /// <param name="socket">The connection.</param>
    /// <param name="number">Number of the connection at its owner.</param>
    /// <param name="now">Timestamp.</param>
    public Peer(BoundSocket owner, Socket socket, uint number, long now)
    {
        _owner = owner;
        _socket = socket;
        _acceptedAt = now;
        _remote = socket.RemoteEndPoint;
        Number = number;
        _handshake = new ZmtpHandshake(owner.Type);
        _frames = new ZmtpFrameReader(owner.MaxFrameBytes);
        Outbox = owner.CreateOutbox();
        DueAt = owner.TimestampAfter(owner.Limits.HandshakeMs);
    }

    /// <summary>Number of the connection at its owner.</summary>
    public uint Number { get; }

    /// <summary>Address and port of the other side; `ipc` for a connection without. Any thread.</summary>
    public string Address => _remote is IPEndPoint address ? address.ToString() : "ipc";

    /// <summary>What goes out.</summary>
    public Outbox Outbox { get; }

    /// <summary>Prefixes that it subscribed to: replaced whole by the I/O thread, read by the publish thread.</summary>
    public byte[][] Prefixes { get; set; } = [];

    /// <summary>Routing id at a control socket; made on its thread.</summary>
    public PeerId? Id { get; set; }

    /// <summary>
    /// Requests that were not taken yet, null for one of several frames; guarded by the control socket.
    /// </summary>
    public Queue<byte[]?> Requests { get; } = new();

    /// <summary>True after the handshake.</summary>
    public bool IsActive { get; private set; }

    /// <inheritdoc/>
    public int Descriptor => (int)_socket.SafeHandle.DangerousGetHandle();

    /// <inheritdoc/>
    public PollEvents Events =>
        (_isClosing || (IsActive && !_owner.MayRead(this)) ? PollEvents.PeerClosed : PollEvents.Readable)
        | (Outbox.WantsWrite ? PollEvents.Writable : PollEvents.None);

    /// <inheritdoc/>
    public long DueAt { get; private set; }

    /// <inheritdoc/>
    public bool IsOver { get; private set; }

    /// <inheritdoc/>
    public bool MustFinish => _isClosing && !IsOver;

    /// <summary>Sends the greeting.</summary>
    public void Begin()
    {
        if (SocketBytes.Send(_socket.SafeHandle, _handshake.Opening) != _handshake.Opening.Length)
            End(reset: true);
    }

    /// <summary>The owner closes: what waits is still sent until a deadline.</summary>
    public void FinishUntil(long deadline)
    {
        if (!IsActive || Outbox.QueuedBytes == 0)
        {
            End(reset: false);
            return;
        }

        _isClosing = true;
        DueAt = deadline;
    }

    /// <inheritdoc/>
    public void Ready(PollEvents found)
    {
        if (IsOver)
            return;
        if ((found & PollEvents.Writable) != 0)
            Outbox.Flush();
        if ((found & PollEvents.Readable) != 0)
            Read();
        else if ((found & (PollEvents.Failed | PollEvents.PeerClosed)) != 0)
            End(reset: false);
        if (_isClosing && Outbox.QueuedBytes == 0)
            End(reset: false);
    }

    /// <inheritdoc/>
    public void Due(long now)
    {
        if (!IsActive)
            _owner.Links.AddHandshakeFailed();
        End(reset: !_isClosing);
    }

    /// <inheritdoc/>
    public void Close() => End(reset: false);

    /// <summary>Ends the connection.</summary>
    /// <param name="reset">Whether the other side gets a reset, so that it learns it although it does not read.</param>
    public void End(bool reset)
    {
        if (IsOver)
            return;
        IsOver = true;
        Outbox.Close(forGood: true);
        if (reset)
            StreamSocket.Abort(_socket);
        else
            _socket.Dispose();
        _owner.Ended(this);
    }

    private void Read()
    {
        for (int turn = 0; turn < ReadsPerTurn && !IsOver; turn++)
        {
            byte[] scratch = _owner.Io.Scratch;
            int received = SocketBytes.Receive(_socket.SafeHandle, scratch);
            if (received == SocketBytes.WouldBlock)
                return;
            if (received == SocketBytes.Ended)
            {
                EndByPeer();
                return;
            }

            _received += received;
            if (!_isClosing)
                Take(scratch.AsSpan(0, received));
            if (received < scratch.Length || !_owner.MayRead(this))
                return;
        }
    }

    private void EndByPeer()
    {
        if (!IsActive)
            _owner.Links.AddHandshakeFailed();
        End(reset: false);
    }

    private void Take(ReadOnlySpan<byte> input)
    {
        if (!_owner.IsWithinBudget(_received, _acceptedAt))
        {
            _owner.Access.AddFlood();
            End(reset: true);
            return;
        }

        if (!IsActive && !Shake(ref input))
            return;
        while (!input.IsEmpty && !IsOver)
        {
            FrameStatus status = _frames.Read(ref input, out ReadOnlySpan<byte> body);
            if (status == FrameStatus.NeedMore)
                return;
            if (status == FrameStatus.Broken || !TakeFrame(status, body))
                End(reset: true);
        }
    }

    private bool Shake(ref ReadOnlySpan<byte> input)
    {
        HandshakeResult result = _handshake.Feed(input, out int consumed);
        input = input[consumed..];
        if (result == HandshakeResult.NeedMore)
            return false;
        if (result != HandshakeResult.Done)
        {
            _owner.Links.AddRefused(result == HandshakeResult.OldVersion);
            End(reset: true);
            return false;
        }

        IsActive = true;
        DueAt = long.MaxValue;
        Outbox.Open(_socket.SafeHandle);
        _owner.Links.AddHandshake();
        _owner.Activated(this);
        return true;
    }

    private bool TakeFrame(FrameStatus status, ReadOnlySpan<byte> body)
    {
        if (status == FrameStatus.Command)
            return TakeCommand(body);
        _messageFrames++;
        bool several = _messageFrames > 1 || _frames.HasMore;
        bool isTaken = _owner.Receive(this, body, several, isLast: !_frames.HasMore);
        if (!_frames.HasMore)
            _messageFrames = 0;
        if (_messageFrames <= MaxFrames)
            return isTaken;
        _owner.Access.AddFlood();
        return false;
    }

    private bool TakeCommand(ReadOnlySpan<byte> body)
    {
        if (!ZmtpCommands.TryRead(body, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> data))
            return false;
        if (name.SequenceEqual("PING"u8))
            return Answer(ZmtpCommands.Pong(data));
        if (name.SequenceEqual("SUBSCRIBE"u8) || name.SequenceEqual("CANCEL"u8))
            return _owner.Subscribe(this, data, name[0] == (byte)'S');

        // Others are ignored, as RFC 37 asks for; the budget bounds their number.
        return true;
    }

    private bool Answer(byte[]? pong)
    {
        if (pong is null)
            return false;

        // A whole frame that has its head: sent as it is.
        WireMessage message = WireMessage.Raw(pong, _owner.Pool);
        Outbox.Send(ref message);
        message.Dispose();
        return true;
    }
}
