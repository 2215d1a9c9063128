using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using NetMQ;

namespace FuncLibs.NetMq;

/// <summary>
/// Reads whole messages from a socket into frame buffers. Their frames stay in memory of the pool, which MaxMsgSize
/// bounds, until their number and sizes are checked; only then they are copied.
/// </summary>
internal sealed class NetMqMessageReader(NetMqSocket socket)
{
    private const int MaxFrames = 3;
    private readonly Msg[] _frames = new Msg[MaxFrames];

    /// <summary>Reads a message of three frames (Frame) or of one (Control).</summary>
    /// <param name="buffer">Target of the message.</param>
    /// <param name="fault">Why it is malformed; None otherwise.</param>
    public ReceiveStatus Read(FrameBuffer buffer, out FrameFault fault)
    {
        fault = FrameFault.None;
        for (int i = 0; i < MaxFrames; i++)
            _frames[i].InitEmpty();
        ReceiveStatus status = Receive(out int count);
        if (status == ReceiveStatus.Frame)
            status = Copy(count, buffer, out fault);
        for (int i = 0; i < MaxFrames; i++)
            _frames[i].Close();
        return status;
    }

    // A message arrives whole or not at all: after its first frame the others can be read. Surplus frames overwrite the
    // last one.
    private ReceiveStatus Receive(out int count)
    {
        count = 0;
        bool more;
        do
        {
            ref Msg frame = ref _frames[Math.Min(count, MaxFrames - 1)];
            ReceiveStatus status = socket.Receive(ref frame);
            if (status != ReceiveStatus.Frame)
                return status;
            count = Math.Min(count + 1, MaxFrames + 1);
            more = frame.HasMore;
        }
        while (more);
        return ReceiveStatus.Frame;
    }

    private ReceiveStatus Copy(int count, FrameBuffer buffer, out FrameFault fault)
    {
        bool control = count == 1;
        bool shaped = control
            ? buffer.TrySetEnvelope([], [])
            : count == MaxFrames && buffer.TrySetEnvelope(_frames[0].Slice(), _frames[1].Slice());
        fault = shaped ? FrameFault.None : FrameFault.Length;
        if (shaped && !buffer.TrySetPayload(_frames[control ? 0 : MaxFrames - 1].Slice()))
            fault = FrameFault.Oversize;
        if (fault != FrameFault.None)
            return ReceiveStatus.Malformed;
        return control ? ReceiveStatus.Control : ReceiveStatus.Frame;
    }
}
