using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.Links;

namespace FuncLibs.Transport.ZeroMq;

/// <summary>DEALER.</summary>
internal sealed class ZeroMqControlClient(ZeroMqSocket socket, SocketMonitor monitor, LinkKeeper link)
    : ZeroMqClient(socket, monitor, link), IControlClient
{
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        Link.Asked();
        return Socket.Send(map, more: false);
    }

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: true);
}
