using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Journal;

/// <summary>
/// Frames whose every byte follows from stream, epoch and sequence, so that a reader can be checked against them.
/// </summary>
internal static class TestFrames
{
    public static readonly Guid Publisher = new("00112233-4455-6677-8899-aabbccddeeff");

    public static byte[] Payload(uint stream, ulong epoch, ulong sequence, int length)
    {
        byte[] payload = new byte[length];
        new Random(HashCode.Combine(stream, epoch, sequence)).NextBytes(payload);
        return payload;
    }

    public static byte[] Header(
        uint stream,
        ulong epoch,
        ulong sequence,
        ReadOnlySpan<byte> payload,
        FrameKind? kind = null,
        Guid? publisher = null)
    {
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader
        {
            Kind = kind ?? (stream == FrameHeader.ControlStream ? FrameKind.Event : FrameKind.Data),
            Publisher = publisher ?? Publisher,
            Stream = stream,
            Content = 1,
            Epoch = epoch,
            Sequence = sequence,
            AcquiredNs = (long)sequence,
            PublishedNs = 1_000_000_000L * (long)sequence,
            CatalogueRevision = 1,
        }.WithPayload(payload).Write(header);
        return header;
    }
}
