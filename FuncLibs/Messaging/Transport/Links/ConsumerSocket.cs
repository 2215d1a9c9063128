using FuncLibs.Messaging.Transport.Buffers;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.Links;

/// <summary>
/// What a consumer's socket is over any library, whatever it asks for: it receives frames, counts faults, and keeps its link alive.
/// </summary>
internal abstract class ConsumerSocket(ReconnectSupervisor link)
{
    public FrameFaultCounts Faults { get; } = new();

    public long Reconnects => link.Reconnects;

    protected ReconnectSupervisor Link => link;

    public bool Maintain() => link.Maintain();

    /// <summary>Takes a message of three frames (Frame) or of one (Control) from the library.</summary>
    /// <param name="buffer">Where to.</param>
    /// <param name="fault">Why it is malformed, if it is.</param>
    protected abstract ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault);

    /// <summary>Takes one message. A control message is malformed where none is taken.</summary>
    protected ReceiveStatus Receive(FrameBuffer buffer, bool takesControl)
    {
        ReceiveStatus status = Read(buffer, out FrameFault fault);
        if (status == ReceiveStatus.Control && !takesControl)
            (status, fault) = (ReceiveStatus.Malformed, FrameFault.Length);
        if (status is ReceiveStatus.Frame or ReceiveStatus.Control)
            link.Heard();
        else if (status == ReceiveStatus.Malformed)
            Faults.Add(fault);
        return status;
    }
}
