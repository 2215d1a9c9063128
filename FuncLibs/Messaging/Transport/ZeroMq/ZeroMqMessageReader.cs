using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// Reads a whole message from a socket into a frame buffer. Its frames stay in libzmq's memory, which MAXMSGSIZE
/// bounds, until their number and sizes are checked; only then they are copied.
/// </summary>
internal static unsafe class ZeroMqMessageReader
{
    private const int MaxFrames = 3;

    /// <summary>Reads a message of three frames (Frame) or of one (Control).</summary>
    /// <param name="socket">Source of the message.</param>
    /// <param name="buffer">Target of the message.</param>
    /// <param name="fault">Why it is malformed; None otherwise.</param>
    public static ReceiveStatus Read(ZeroMqSocket socket, FrameBuffer buffer, out FrameFault fault) =>
        Read(socket, buffer, out fault, null, out _);

    /// <summary>The same at a socket with keys.</summary>
    /// <param name="socket">Source of the message.</param>
    /// <param name="buffer">Target of the message.</param>
    /// <param name="fault">Why it is malformed; None otherwise.</param>
    /// <param name="peers">The connections of the socket; null without keys.</param>
    /// <param name="keyName">Name of the peer's key; null without keys, or when it was revoked.</param>
    public static ReceiveStatus Read(
        ZeroMqSocket socket,
        FrameBuffer buffer,
        out FrameFault fault,
        PeerConnections? peers,
        out string? keyName)
    {
        keyName = null;
        fault = FrameFault.None;
        ZeroMqMessage* frames = stackalloc ZeroMqMessage[MaxFrames];
        for (int i = 0; i < MaxFrames; i++)
            ZeroMqNative.MsgInit(&frames[i]);
        ReceiveStatus status = Receive(socket, frames, out int count);
        if (status == ReceiveStatus.Frame)
            keyName = peers?.Note(&frames[0]);
        if (status == ReceiveStatus.Frame)
            status = Copy(frames, count, buffer, out fault);
        for (int i = 0; i < MaxFrames; i++)
            ZeroMqNative.MsgClose(&frames[i]);
        return status;
    }

    /// <summary>The bytes of a frame; valid until it is closed.</summary>
    public static ReadOnlySpan<byte> Bytes(ZeroMqMessage* frame)
    {
        nuint size = ZeroMqNative.MsgSize(frame);
        return size > int.MaxValue ? default : new ReadOnlySpan<byte>(ZeroMqNative.MsgData(frame), (int)size);
    }

    // A message arrives whole or not at all: after its first frame the others can be read. Surplus frames overwrite the
    // last one.
    private static ReceiveStatus Receive(ZeroMqSocket socket, ZeroMqMessage* frames, out int count)
    {
        count = 0;
        bool more;
        do
        {
            ZeroMqMessage* frame = &frames[Math.Min(count, MaxFrames - 1)];
            ReceiveStatus status = socket.Receive(frame);
            if (status != ReceiveStatus.Frame)
                return status;
            count = Math.Min(count + 1, MaxFrames + 1);
            more = ZeroMqNative.MsgMore(frame) != 0;
        }
        while (more);
        return ReceiveStatus.Frame;
    }

    private static ReceiveStatus Copy(ZeroMqMessage* frames, int count, FrameBuffer buffer, out FrameFault fault)
    {
        bool control = count == 1;
        bool shaped = control
            ? buffer.TrySetEnvelope([], [])
            : count == MaxFrames && buffer.TrySetEnvelope(Bytes(&frames[0]), Bytes(&frames[1]));
        fault = shaped ? FrameFault.None : FrameFault.Length;
        if (shaped && !buffer.TrySetPayload(Bytes(&frames[control ? 0 : MaxFrames - 1])))
            fault = FrameFault.Oversize;
        if (fault != FrameFault.None)
            return ReceiveStatus.Malformed;
        return control ? ReceiveStatus.Control : ReceiveStatus.Frame;
    }
}
