using System.Buffers.Binary;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal.Records;

/// <summary>
/// A record is exactly a frame: the wire header, the payload, and zeros up to a multiple of 8. Its own CRCs check it;
/// the zeros are checked too. So a record needs no frame of its own, and a reader finds its way again on any header
/// that is whole.
/// </summary>
public static class RecordLayout
{
    /// <summary>Every record begins at a multiple of this.</summary>
    public const int Alignment = 8;

    private const int WordsOffset = 5;
    private const int PayloadLengthOffset = 68;

    /// <summary>Bytes of a record with its zeros.</summary>
    public static int SizeOf(int headerLength, int payloadLength) =>
        (headerLength + payloadLength + Alignment - 1) & -Alignment;

    // The record takes exactly the bytes of SizeOf.
    internal static void Write(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, Span<byte> record)
    {
        header.CopyTo(record);
        payload.CopyTo(record[header.Length..]);
        record[(header.Length + payload.Length)..].Clear();
    }

    // Of a record that this process wrote, or whose header CRC was checked.
    internal static int SizeOf(ReadOnlySpan<byte> record) => SizeOf(HeaderLength(record), (int)PayloadLength(record));

    // What is not of this epoch would be foreign to a reader, and a wrong length would make the rest of the ring
    // unreadable.
    internal static bool Belong(
        ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, ReadOnlySpan<byte> publisher, ulong epoch) =>
        Belong(header, payload, publisher) && EpochOf(header) == epoch;

    // The same for a copy that holds any epoch of the publisher.
    internal static bool Belong(
        ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, ReadOnlySpan<byte> publisher) =>
        header.Length >= FrameHeader.Size
        && HeaderLength(header) == header.Length
        && PayloadLength(header) == (uint)payload.Length
        && header[8..24].SequenceEqual(publisher);

    internal static int HeaderLength(ReadOnlySpan<byte> record) => record[WordsOffset] * FrameHeader.WordSize;

    internal static uint PayloadLength(ReadOnlySpan<byte> record) =>
        BinaryPrimitives.ReadUInt32LittleEndian(record[PayloadLengthOffset..]);

    internal static uint StreamOf(ReadOnlySpan<byte> record) => BinaryPrimitives.ReadUInt32LittleEndian(record[24..]);

    internal static ulong EpochOf(ReadOnlySpan<byte> record) =>
        BinaryPrimitives.ReadUInt64LittleEndian(record[32..]);

    internal static ulong SequenceOf(ReadOnlySpan<byte> record) =>
        BinaryPrimitives.ReadUInt64LittleEndian(record[40..]);

    internal static long PublishedNsOf(ReadOnlySpan<byte> record) =>
        BinaryPrimitives.ReadInt64LittleEndian(record[56..]);

    internal static FrameKind KindOf(ReadOnlySpan<byte> record) => (FrameKind)record[6];
}
