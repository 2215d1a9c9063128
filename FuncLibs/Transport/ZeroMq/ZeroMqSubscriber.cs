using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.Links;
using FuncLibs.Transport.ZeroMq.Native;
using FuncLibs.Wire;

namespace FuncLibs.Transport.ZeroMq;

/// <summary>SUB.</summary>
internal sealed class ZeroMqSubscriber : IFrameSubscriber
{
    private readonly ZeroMqSocket _socket;
    private readonly SocketMonitor _monitor;
    private readonly LinkKeeper _link;

    public ZeroMqSubscriber(ZeroMqSocket socket, SocketMonitor monitor, LinkKeeper link)
    {
        _socket = socket;
        _monitor = monitor;
        _link = link;
    }

    public FrameFaultCounts Faults { get; } = new();

    public LinkCounts Links => _monitor.Counts;

    public long Reconnects => _link.Reconnects;

    public long ProtocolEnds => _link.ProtocolEnds;

    internal ZeroMqSocket Socket => _socket;

    public void Subscribe(ReadOnlySpan<byte> prefix) => _socket.Set(SocketOption.Subscribe, prefix);

    public void Unsubscribe(ReadOnlySpan<byte> prefix) => _socket.Set(SocketOption.Unsubscribe, prefix);

    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        ReceiveStatus status = MessageReader.Read(_socket, buffer, out FrameFault fault);
        if (status is ReceiveStatus.Control)
            (status, fault) = (ReceiveStatus.Malformed, FrameFault.Length);
        if (status == ReceiveStatus.Frame)
            _link.Heard();
        else if (status == ReceiveStatus.Malformed)
            Faults.Add(fault);
        return status;
    }

    public bool Maintain() => _link.Maintain();

    public void Dispose()
    {
        _monitor.Dispose();
        _socket.Dispose();
    }
}
