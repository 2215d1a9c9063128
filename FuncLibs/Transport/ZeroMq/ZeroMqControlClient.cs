using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.Links;
using FuncLibs.Wire;

namespace FuncLibs.Transport.ZeroMq;

/// <summary>DEALER.</summary>
internal sealed class ZeroMqControlClient : IControlClient
{
    private readonly ZeroMqSocket _socket;
    private readonly SocketMonitor _monitor;
    private readonly LinkKeeper _link;

    public ZeroMqControlClient(ZeroMqSocket socket, SocketMonitor monitor, LinkKeeper link)
    {
        _socket = socket;
        _monitor = monitor;
        _link = link;
    }

    public FrameFaultCounts Faults { get; } = new();

    public LinkCounts Links => _monitor.Counts;

    public long Reconnects => _link.Reconnects;

    internal ZeroMqSocket Socket => _socket;

    public SendStatus TrySend(ReadOnlySpan<byte> map) => _socket.Send(map, more: false);

    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        ReceiveStatus status = MessageReader.Read(_socket, buffer, out FrameFault fault);
        if (status is ReceiveStatus.Frame or ReceiveStatus.Control)
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
