using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Receiving;

/// <summary>Live frames into a stream, as the intake hands them over.</summary>
internal static class StreamFeeding
{
    public static void Feed(this MonitoredStream stream, params IEnumerable<FrameHeader> headers)
    {
        FrameSlots slots = new();
        foreach (FrameHeader header in headers)
        {
            int token = slots.Put(new FrameBuffer(FrameLimits.Default) { CheckedHeader = header }, FrameOrigin.Live);
            if (stream.OnFrame(header, FrameSource.Live, token, bytes: 0, cameNs: 0) != FrameDisposition.Hold)
                slots.Rent(token);
            while (stream.TryRelease(slots, out _, out _))
                continue;
        }
    }
}
