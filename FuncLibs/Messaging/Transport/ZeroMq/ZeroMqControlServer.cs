namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>ROUTER with ROUTER_MANDATORY: without it, libzmq silently drops what cannot be sent.</summary>
internal sealed unsafe class ZeroMqControlServer : RequestSocket, IControlServer
{
    private readonly ZeroMqSocket _socket;
    private readonly SocketMonitor _monitor;

    private readonly PeerConnections? _peers;
    private string? _keyName;

    public ZeroMqControlServer(
        ZeroMqSocket socket, SocketMonitor monitor, Endpoint bound, PeerConnections? peers = null)
    {
        _peers = peers;
        _socket = socket;
        _monitor = monitor;
        Endpoint = bound;
    }

    public Endpoint Endpoint { get; }

    public LinkCounts Links => _monitor.Counts;

    internal ZeroMqSocket Socket => _socket;

    public ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer)
    {
        peer = null;
        _peers?.CutRevoked();
        ZeroMqMessage identity = default;
        ZeroMqNative.MsgInit(&identity);
        ReceiveStatus status = _socket.Receive(&identity);
        if (status == ReceiveStatus.Frame)
        {
            _keyName = null;
            status = ReadRequest(buffer, ZeroMqNative.MsgMore(&identity) != 0);

            // A peer without a name gets no answer: its key was revoked.
            if (_peers is null || _keyName is not null)
                peer = new PeerId(ZeroMqMessageReader.Bytes(&identity), _keyName);
        }

        ZeroMqNative.MsgClose(&identity);
        return status;
    }

    public SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map)
    {
        SendStatus status = _socket.Send(peer.Bytes, more: true);
        return status == SendStatus.Sent ? _socket.Send(map, more: false) : status;
    }

    public SendStatus TrySend(
        PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        SendStatus status = _socket.Send(peer.Bytes, more: true);
        return status == SendStatus.Sent ? _socket.Send(topic, header, payload) : status;
    }

    public void Dispose()
    {
        _monitor.Dispose();
        _socket.Dispose();
    }

    // The frame after the routing id: a routing id that libzmq read ahead, for a poll, has no properties.
    protected override ReceiveStatus Read(FrameBuffer buffer) =>
        ZeroMqMessageReader.Read(_socket, buffer, out _, _peers, out _keyName);
}
