using FuncLibs.Messaging.Transport.Buffers;

namespace FuncLibs.Messaging.Transport.Links;

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
