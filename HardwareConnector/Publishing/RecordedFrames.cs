using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Recording;

namespace HardwareConnector.Publishing;

/// <summary>Passes every frame to the journal before it is sent, and counts it afterwards.</summary>
internal sealed class RecordedFrames(Recorder recorder, PublishCounters counters) : IFrameObserver
{
    /// <inheritdoc/>
    public void Sending(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload) =>
        recorder.Record(header, headerBytes, payload);

    /// <inheritdoc/>
    public void Sent(int bytes, bool taken) => counters.CountFrame(bytes, taken);
}
