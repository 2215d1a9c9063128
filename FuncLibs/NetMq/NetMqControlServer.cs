using FuncLibs.Messaging.Transport;
using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>ROUTER with RouterMandatory: without it, NetMQ silently drops what cannot be sent.</summary>
internal sealed class NetMqControlServer(
    NetMqSocket socket, Endpoint bound) : RequestSocket, IControlServer, INetMqPollable
{
    private readonly NetMqMessageReader _reader = new(socket);
    private Msg _identity;

    public Endpoint Endpoint { get; } = bound;

    public LinkCounts Links => socket.Links;

    NetMqSocket INetMqPollable.Socket => socket;

    public ReceiveStatus TryReceive(FrameBuffer buffer, out PeerId? peer)
    {
        peer = null;
        _identity.InitEmpty();
        ReceiveStatus status = socket.Receive(ref _identity);
        if (status == ReceiveStatus.Frame)
        {
            peer = new PeerId(_identity.Slice());
            status = ReadRequest(buffer, _identity.HasMore);
        }

        _identity.Close();
        return status;
    }

    public SendStatus TrySend(PeerId peer, ReadOnlySpan<byte> map)
    {
        SendStatus status = SendTo(peer);
        return status == SendStatus.Sent ? socket.Send(map, more: false) : status;
    }

    public SendStatus TrySend(
        PeerId peer, ReadOnlySpan<byte> topic, ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload)
    {
        SendStatus status = SendTo(peer);
        if (status == SendStatus.Sent)
            status = socket.Send(topic, more: true);
        if (status == SendStatus.Sent)
            status = socket.Send(header, more: true);
        return status == SendStatus.Sent ? socket.Send(payload, more: false) : status;
    }

    public void Dispose() => socket.Dispose();

    protected override ReceiveStatus Read(FrameBuffer buffer) => _reader.Read(buffer, out _);

    // The routing id is only looked up, not sent: no copy is needed.
    private SendStatus SendTo(PeerId peer)
    {
        Msg identity = default;
        identity.InitGC(peer.Array, peer.Array.Length);
        return socket.Send(ref identity, more: true);
    }
}
