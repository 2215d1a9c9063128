using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of an event frame of kind <c>break</c>: <c>{n, stream, epoch, sequence, sampleIndex, utcNs, kind, name, channel, value,
/// peak, peakIndex, text}</c>. A specimen broke.
/// </summary>
/// <param name="Number">Number of the event in its stream and life of the monitor, from 1; one that is missing was lost.</param>
/// <param name="Stream">Number of the stream that the channel belongs to.</param>
/// <param name="Epoch">Life of its publisher.</param>
/// <param name="Sequence">The block of the sample.</param>
/// <param name="SampleIndex">Index of the first sample at which the force had fallen far enough, among all points of the channel.</param>
/// <param name="UtcNs">When that was due: ns since the Unix epoch.</param>
/// <param name="Name">Name of the break trigger.</param>
/// <param name="Channel">The force.</param>
/// <param name="Value">The force there.</param>
/// <param name="Peak">Magnitude of the maximum that it fell from.</param>
/// <param name="PeakIndex">Index of the newest sample that had it.</param>
/// <param name="Text">One line for people.</param>
public sealed record BreakPayload(
    long Number,
    uint Stream,
    ulong Epoch,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    string Name,
    string Channel,
    double Value,
    double Peak,
    long PeakIndex,
    string Text) : IBroadcastPayload
{
    private static ReadOnlySpan<byte> Kind => "break"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(13);
        new EventHeader(Number, Stream, Epoch, Sequence, SampleIndex, UtcNs).Write(ref map);
        map.WriteText("kind"u8, Kind);
        map.Write("name"u8, Name);
        map.Write("channel"u8, Channel);
        map.Write("value"u8, Value);
        map.Write("peak"u8, Peak);
        map.Write("peakIndex"u8, PeakIndex);
        map.Write("text"u8, Text);
        map.Flush();
    }
}
