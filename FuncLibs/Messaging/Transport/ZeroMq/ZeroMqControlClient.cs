using FuncLibs.Messaging.Transport.Buffers;
using FuncLibs.Messaging.Transport.Links;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>DEALER.</summary>
internal sealed class ZeroMqControlClient(ZeroMqSocket socket, SocketMonitor monitor, ReconnectSupervisor link)
    : ZeroMqClient(socket, monitor, link), IControlClient
{
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        Link.Asked();
        return Socket.Send(map, more: false);
    }

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: true);
}
