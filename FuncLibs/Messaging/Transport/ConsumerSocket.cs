using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

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

/// <summary>What a publisher's control socket is over any library: a request is one frame of limited length, anything else is counted.</summary>
internal abstract class RequestSocket
{
    private long _malformed;

    public long Malformed => Volatile.Read(ref _malformed);

    /// <summary>Takes what stands behind the routing id: a message of three frames (Frame) or of one (Control).</summary>
    protected abstract ReceiveStatus Read(FrameBuffer buffer);

    /// <summary>Takes a request.</summary>
    /// <param name="buffer">Where to.</param>
    /// <param name="more">Whether anything stands behind the routing id.</param>
    protected ReceiveStatus ReadRequest(FrameBuffer buffer, bool more)
    {
        ReceiveStatus status = more ? Read(buffer) : ReceiveStatus.Malformed;
        if (status == ReceiveStatus.Frame || (status == ReceiveStatus.Control && buffer.Payload.Length > SocketLimits.MaxRequestBytes))
            status = ReceiveStatus.Malformed;
        if (status == ReceiveStatus.Malformed)
            Volatile.Write(ref _malformed, _malformed + 1);
        return status;
    }
}
