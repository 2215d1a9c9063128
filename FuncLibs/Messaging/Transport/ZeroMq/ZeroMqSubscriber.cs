using FuncLibs.Messaging.Transport.Buffers;
using FuncLibs.Messaging.Transport.Links;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>SUB.</summary>
internal sealed class ZeroMqSubscriber(ZeroMqSocket socket, SocketMonitor monitor, ReconnectSupervisor link)
    : ZeroMqClient(socket, monitor, link), IFrameSubscriber
{
    public long ProtocolEnds => Link.ProtocolEnds;

    public void Subscribe(ReadOnlySpan<byte> prefix) => Socket.Set(SocketOption.Subscribe, prefix);

    public void Unsubscribe(ReadOnlySpan<byte> prefix) => Socket.Set(SocketOption.Unsubscribe, prefix);

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: false);
}
