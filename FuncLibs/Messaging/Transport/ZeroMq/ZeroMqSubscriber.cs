using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>A SUB socket.</summary>
internal sealed class ZeroMqSubscriber(ZeroMqSocket socket, SocketMonitor monitor, ReconnectSupervisor link)
    : ZeroMqClient(socket, monitor, link), IFrameSubscriber
{
    public long ProtocolEnds => Link.ProtocolEnds;

    public void Subscribe(ReadOnlySpan<byte> prefix) => Socket.Set(SocketOption.Subscribe, prefix);

    public void Unsubscribe(ReadOnlySpan<byte> prefix) => Socket.Set(SocketOption.Unsubscribe, prefix);

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: false);
}

/// <summary>A consumer's socket over libzmq.</summary>
internal abstract class ZeroMqClient(
    ZeroMqSocket socket, SocketMonitor monitor, ReconnectSupervisor link) : ConsumerSocket(link), IDisposable
{
    public LinkCounts Links => monitor.Counts;

    internal ZeroMqSocket Socket { get; } = socket;

    public void Dispose()
    {
        monitor.Dispose();
        Socket.Dispose();
    }

    protected override ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault) =>
        ZeroMqMessageReader.Read(Socket, buffer, out fault);
}

/// <summary>A DEALER socket.</summary>
internal sealed class ZeroMqControlClient(ZeroMqSocket socket, SocketMonitor monitor, ReconnectSupervisor link)
    : ZeroMqClient(socket, monitor, link), IControlClient
{
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        Link.RequestSent();
        return Socket.Send(map, more: false);
    }

    public ReceiveStatus TryReceive(FrameBuffer buffer) => Receive(buffer, takesControl: true);
}
