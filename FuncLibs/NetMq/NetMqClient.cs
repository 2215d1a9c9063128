using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using NetMQ.Sockets;

namespace FuncLibs.NetMq;

/// <summary>A consumer's socket over NetMQ.</summary>
internal abstract class NetMqClient(
    NetMqSocket socket, ReconnectSupervisor link) : ConsumerSocket(link), IDisposable, INetMqPollable
{
    private readonly NetMqMessageReader _reader = new(socket);

    public LinkCounts Links => socket.Links;

    public NetMqSocket Socket => socket;

    public void Dispose() => socket.Dispose();

    protected override ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault) => _reader.Read(buffer, out fault);
}

/// <summary>A SUB socket.</summary>
internal sealed class NetMqSubscriber(SubscriberSocket subscriber, NetMqSocket socket, ReconnectSupervisor link)
    : NetMqClient(socket, link), IFrameSubscriber
{
    public long ProtocolEnds => Link.ProtocolEnds;

    public void Subscribe(ReadOnlySpan<byte> prefix) => subscriber.Subscribe(prefix.ToArray());

    public void Unsubscribe(ReadOnlySpan<byte> prefix) => subscriber.Unsubscribe(prefix.ToArray());

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: false);
}

/// <summary>A DEALER socket.</summary>
internal sealed class NetMqControlClient(
    NetMqSocket socket, ReconnectSupervisor link) : NetMqClient(socket, link), IControlClient
{
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        Link.RequestSent();
        return Socket.Send(map, more: false);
    }

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: true);
}
