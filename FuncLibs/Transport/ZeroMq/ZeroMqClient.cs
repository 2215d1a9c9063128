using FuncLibs.Transport.Buffers;
using FuncLibs.Transport.Links;
using FuncLibs.Wire;

namespace FuncLibs.Transport.ZeroMq;

/// <summary>What a connecting socket is, whatever it asks for: it receives frames, counts faults, and keeps its link alive.</summary>
internal abstract class ZeroMqClient(ZeroMqSocket socket, SocketMonitor monitor, LinkKeeper link) : IDisposable
{
    public FrameFaultCounts Faults { get; } = new();

    public LinkCounts Links => monitor.Counts;

    public long Reconnects => link.Reconnects;

    internal ZeroMqSocket Socket { get; } = socket;

    protected LinkKeeper Link => link;

    public bool Maintain() => link.Maintain();

    public void Dispose()
    {
        monitor.Dispose();
        Socket.Dispose();
    }

    /// <summary>Takes one message. A control message is malformed where none is taken.</summary>
    protected ReceiveStatus Receive(FrameBuffer buffer, bool takesControl)
    {
        ReceiveStatus status = MessageReader.Read(Socket, buffer, out FrameFault fault);
        if (status == ReceiveStatus.Control && !takesControl)
            (status, fault) = (ReceiveStatus.Malformed, FrameFault.Length);
        if (status is ReceiveStatus.Frame or ReceiveStatus.Control)
            link.Heard();
        else if (status == ReceiveStatus.Malformed)
            Faults.Add(fault);
        return status;
    }
}
