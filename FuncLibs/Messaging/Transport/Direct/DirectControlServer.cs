using System.Buffers.Binary;
using System.Net.Sockets;
using FuncLibs.Messaging.Transport.Direct.Zmtp;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// ROUTER. The I/O thread reads requests into a queue of each peer, within a budget; peers beyond it are not read until
/// there is room. Peers are served in turn, so that one that floods delays the others by one request each. Answers go
/// straight to the peer's socket.
/// </summary>
internal sealed class DirectControlServer : BoundSocket, IControlServer
{
    private const int PeerIdBytes = 5;

    // Memory of a request besides its bytes.
    private const int OverheadBytes = 128;

    // Unread requests of all peers, in bytes.
    private const long InboxBytes = 32 << 20;

    private readonly Lock _gate = new();

    // Peers with requests, each once.
    private readonly Queue<Peer> _waiting = new();
    private readonly Dictionary<uint, Peer> _byNumber = [];
    private readonly byte[] _prefix = new byte[WireMessage.MaxPrefixBytes];
    private readonly RequestCounter _requests = new();
    private long _inboxBytes;
    private bool _isReadingPaused;

    public DirectControlServer(DirectTransport transport, Socket listener, Endpoint bound)
        : base(transport, listener, bound, InputBudget.Requests)
    {
    }

    public override ZmtpSocketType Type => ZmtpSocketType.Router;

    public override int MaxFrameBytes => SocketLimits.MaxAnsweredRequestBytes;

    public long Malformed => _requests.Malformed;

    public override bool HasInput
    {
        get
        {
            lock (_gate)
                return _waiting.Count > 0;
        }
    }

    public override Outbox CreateOutbox() => new(
        Pool,
        Io.Wake,
        Math.Min(Limits.QueueBytes, SocketLimits.AnswerQueueBytes),
        SocketLimits.MinAnswerHighWaterMark);

    public ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer)
    {
        Peer? from;
        byte[]? request;
        bool resumes;
        lock (_gate)
        {
            if (!_waiting.TryDequeue(out from))
            {
                peer = null;
                return IsClosed ? ReceiveStatus.Closed : ReceiveStatus.Empty;
            }

            request = from.Requests.Dequeue();
            if (from.Requests.Count > 0)
                _waiting.Enqueue(from);
            _inboxBytes -= CostOf(request);
            resumes = _isReadingPaused;
            _isReadingPaused = false;
        }

        if (resumes)
            Io.Wake.Set();
        peer = IdOf(from);
        return _requests.Read(buffer, request);
    }

    public SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map) => Send(peer, default, default, map, frames: 1);

    public SendStatus TrySend(
        PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload) =>
        Send(peer, topic, header, payload, frames: 3);

    public override bool Receive(Peer peer, ReadOnlySpan<byte> frame, bool several, bool isLast)
    {
        if (!isLast)
            return true;
        byte[]? request = several ? null : frame.ToArray();
        lock (_gate)
        {
            peer.Requests.Enqueue(request);
            if (peer.Requests.Count == 1)
                _waiting.Enqueue(peer);
            _inboxBytes += CostOf(request);
        }

        Wake.Set();
        return true;
    }

    public override bool MayRead(Peer peer)
    {
        lock (_gate)
        {
            bool mayRead = peer.Requests.Count < SocketLimits.RequestHighWaterMark && _inboxBytes < InboxBytes;
            _isReadingPaused |= !mayRead;
            return mayRead;
        }
    }

    public override void Activated(Peer peer)
    {
        base.Activated(peer);
        lock (_gate)
            _byNumber.Add(peer.Number, peer);
    }

    public override void Ended(Peer peer)
    {
        base.Ended(peer);
        lock (_gate)
            _byNumber.Remove(peer.Number);
    }

    private SendStatus Send(
        PeerId id, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, int frames)
    {
        if (IsClosed)
            return SendStatus.Closed;
        if (Find(id) is not { } peer)
            return SendStatus.Gone;
        WireMessage message = new(_prefix, topic, header, payload, frames, Pool);
        SendStatus status = peer.Outbox.Send(ref message);
        message.Dispose();
        return status;
    }

    private Peer? Find(PeerId id)
    {
        if (id.Bytes.Length != PeerIdBytes)
            return null;
        lock (_gate)
            return _byNumber.GetValueOrDefault(BinaryPrimitives.ReadUInt32BigEndian(id.Bytes[1..]));
    }

    // As with ROUTER of a library: a zero, and a number.
    private static PeerId IdOf(Peer peer)
    {
        if (peer.Id is not null)
            return peer.Id;
        Span<byte> bytes = stackalloc byte[PeerIdBytes];
        bytes[0] = 0;
        BinaryPrimitives.WriteUInt32BigEndian(bytes[1..], peer.Number);
        return peer.Id = new PeerId(bytes);
    }

    private static int CostOf(byte[]? request) => OverheadBytes + (request?.Length ?? 0);

    private sealed class RequestCounter : RequestSocket
    {
        private byte[] _bytes = [];

        public ReceiveStatus Read(FrameBuffer buffer, byte[]? bytes)
        {
            _bytes = bytes ?? [];
            return ReadRequest(buffer, more: bytes is not null);
        }

        protected override ReceiveStatus Read(FrameBuffer buffer) =>
            buffer.TrySetEnvelope([], []) && buffer.TrySetPayload(_bytes)
                ? ReceiveStatus.Control
                : ReceiveStatus.Malformed;
    }
}
