namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>ROUTER with ROUTER_MANDATORY: without it, libzmq silently drops what cannot be sent.</summary>
internal sealed unsafe class ZeroMqControlServer : RequestSocket, IControlServer
{
    private readonly ZeroMqSocket _socket;
    private readonly SocketMonitor _monitor;

    public ZeroMqControlServer(ZeroMqSocket socket, SocketMonitor monitor, Endpoint bound)
    {
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
        ZeroMqMessage identity = default;
        ZeroMqNative.MsgInit(&identity);
        ReceiveStatus status = _socket.Receive(&identity);
        if (status == ReceiveStatus.Frame)
        {
            peer = new PeerId(ZeroMqMessageReader.Bytes(&identity));
            status = ReadRequest(buffer, ZeroMqNative.MsgMore(&identity) != 0);
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

    protected override ReceiveStatus Read(FrameBuffer buffer) => ZeroMqMessageReader.Read(_socket, buffer, out _);
}
