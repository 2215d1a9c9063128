using System.Buffers;

namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>
/// Payload of an event frame of kind <c>variables</c>: <c>{kind, utcNs, stream, epoch, sequence, revision, changed}</c>. From a block on,
/// derived values are computed by other definitions.
/// </summary>
/// <param name="UtcNs">When the switch was made: ns since the Unix epoch.</param>
/// <param name="Stream">Number of the stream at its publisher, whose blocks are computed.</param>
/// <param name="Epoch">Life of that publisher.</param>
/// <param name="Sequence">The first block that the new definitions compute.</param>
/// <param name="Revision">Revision of the definitions.</param>
/// <param name="Changed">Which variables, as text for people; empty at the first.</param>
public sealed record VariablesPayload(long UtcNs, uint Stream, ulong Epoch, ulong Sequence, ulong Revision, string Changed) : IBroadcastPayload
{
    /// <summary>UTF-8 bytes of <see cref="Changed"/> that are taken.</summary>
    public const int MaxChangedBytes = 1024;

    private static ReadOnlySpan<byte> Kind => "variables"u8;

    /// <inheritdoc/>
    public void Write(IBufferWriter<byte> output)
    {
        var map = new MapWriter(output);
        map.Map(7);
        map.WriteText("kind"u8, Kind);
        map.Write("utcNs"u8, UtcNs);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("epoch"u8, Epoch);
        map.Write("sequence"u8, Sequence);
        map.Write("revision"u8, Revision);
        map.Write("changed"u8, Changed);
        map.Flush();
    }
}
