using FuncLibs.Messaging.Transport.Buffers;
using FuncLibs.Messaging.Transport.Links;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>A consumer's socket of libzmq.</summary>
internal abstract class ZeroMqClient(ZeroMqSocket socket, SocketMonitor monitor, ReconnectSupervisor link) : ConsumerSocket(link), IDisposable
{
    public LinkCounts Links => monitor.Counts;

    internal ZeroMqSocket Socket { get; } = socket;

    public void Dispose()
    {
        monitor.Dispose();
        Socket.Dispose();
    }

    protected override ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault) => ZeroMqMessageReader.Read(Socket, buffer, out fault);
}
