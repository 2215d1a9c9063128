using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Base of a consumer's sockets over any library: receives frames, counts faults and maintains the link.
/// </summary>
internal abstract class ConsumerSocket(ReconnectSupervisor link)
{
    public FrameFaultCounts Faults { get; } = new();

    public long Reconnects => link.Reconnects;

    protected ReconnectSupervisor Link => link;

    public bool Maintain() => link.Maintain();

    /// <summary>Receives a message of three frames (Frame) or of one (Control) from the library.</summary>
    /// <param name="buffer">Target of the message.</param>
    /// <param name="fault">Why it is malformed; None otherwise.</param>
    protected abstract ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault);

    /// <summary>Receives one message. A control message on a socket that expects none is malformed.</summary>
    protected ReceiveStatus Receive(FrameBuffer buffer, bool takesControl)
    {
        ReceiveStatus status = Read(buffer, out FrameFault fault);
        if (status == ReceiveStatus.Control && !takesControl)
            (status, fault) = (ReceiveStatus.Malformed, FrameFault.Length);
        if (status is ReceiveStatus.Frame or ReceiveStatus.Control)
            link.MessageReceived();
        else if (status == ReceiveStatus.Malformed)
            Faults.Add(fault);
        return status;
    }
}

/// <summary>
/// Base of a publisher's control sockets over any library: a request is one frame of limited length; anything else is
/// counted as malformed.
/// </summary>
internal abstract class RequestSocket
{
    private long _malformed;

    public long Malformed => Volatile.Read(ref _malformed);

    /// <summary>Receives what follows the routing id: a message of three frames (Frame) or of one (Control).</summary>
    protected abstract ReceiveStatus Read(FrameBuffer buffer);

    /// <summary>Receives a request.</summary>
    /// <param name="buffer">Target of the request.</param>
    /// <param name="more">Whether anything follows the routing id.</param>
    protected ReceiveStatus ReadRequest(FrameBuffer buffer, bool more)
    {
        ReceiveStatus status = more ? Read(buffer) : ReceiveStatus.Malformed;
        if (status == ReceiveStatus.Frame
            || (status == ReceiveStatus.Control && buffer.Payload.Length > SocketLimits.MaxRequestBytes))
            status = ReceiveStatus.Malformed;
        if (status == ReceiveStatus.Malformed)
            Volatile.Write(ref _malformed, _malformed + 1);
        return status;
    }
}
