using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Objects.Records;

/// <summary>
/// The bytes of a record, little endian: marker (4), bytes of the payload (4), number (8), mask (4), CRC-32C of the
/// payload as it is stored (4), CRC-32C of the 24 bytes before (4), payload. A stored payload never contains the
/// marker, nor ends one that the header begins: one that does is stored xored with a mask, so a marker is always where
/// a record begins, or is damage.
/// </summary>
internal static class RecordFrame
{
    /// <summary>Bytes before the payload.</summary>
    public const int HeaderBytes = 28;

    /// <summary>Where a marker may begin that ends in the payload: the last bytes of a header may be its first.
    /// </summary>
    public const int FirstOfPayloadMarker = HeaderBytes - 3;

    private const int LengthOffset = 4;
    private const int NumberOffset = 8;
    private const int MaskOffset = 16;
    private const int PayloadCrcOffset = 20;
    private const int HeaderCrcOffset = 24;

    /// <summary>
    /// How a record begins. C1 is no byte of UTF-8 and none that MessagePack uses; it is there once, so two markers
    /// cannot overlap.
    /// </summary>
    public static ReadOnlySpan<byte> Marker => [0xC1, (byte)'O', (byte)'R', (byte)'1'];

    /// <summary>Completes a record whose payload is in its place; masks the payload where that is needed.</summary>
    /// <param name="record">Room for the header, then the payload.</param>
    /// <param name="number">Number of the record.</param>
    public static void Seal(Span<byte> record, long number)
    {
        Span<byte> payload = record[HeaderBytes..];
        Marker.CopyTo(record);
        BinaryPrimitives.WriteInt32LittleEndian(record[LengthOffset..], payload.Length);
        BinaryPrimitives.WriteInt64LittleEndian(record[NumberOffset..], number);
        uint mask = 0;
        Complete(record, mask);
        while (record[FirstOfPayloadMarker..].IndexOf(Marker) >= 0)
        {
            // By chance, so that nobody can make a payload for which the search is long.
            Mask(payload, mask);
            mask = MemoryMarshal.Read<uint>(RandomNumberGenerator.GetBytes(sizeof(uint)));
            Mask(payload, mask);
            Complete(record, mask);
        }
    }

    /// <summary>Reads a header, of which nothing is used before its CRC is right.</summary>
    /// <param name="bytes">At least a header.</param>
    /// <param name="header">What it says.</param>
    /// <returns>False when it is none.</returns>
    public static bool TryRead(ReadOnlySpan<byte> bytes, out RecordHeader header)
    {
        header = default;
        if (!bytes.StartsWith(Marker)
            || Crc32C.Compute(bytes[..HeaderCrcOffset])
                != BinaryPrimitives.ReadUInt32LittleEndian(bytes[HeaderCrcOffset..]))
            return false;
        header = new RecordHeader(
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[LengthOffset..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[NumberOffset..]),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[MaskOffset..]),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[PayloadCrcOffset..]));
        return header.Number is >= 0 and < long.MaxValue;
    }

    /// <summary>Masks a payload, or takes the mask away.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="mask">Its bytes are those of the mask in their order, repeated; 0 leaves it as it is.</param>
    public static void Mask(Span<byte> payload, uint mask)
    {
        if (mask == 0)
            return;
        Span<byte> key = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(key, mask);
        uint word = MemoryMarshal.Read<uint>(key);
        Span<uint> words = MemoryMarshal.Cast<byte, uint>(payload);
        foreach (ref uint one in words)
            one ^= word;
        for (int i = words.Length * sizeof(uint); i < payload.Length; i++)
            payload[i] ^= key[i % sizeof(uint)];
    }

    private static void Complete(Span<byte> record, uint mask)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(record[MaskOffset..], mask);
        BinaryPrimitives.WriteUInt32LittleEndian(record[PayloadCrcOffset..], Crc32C.Compute(record[HeaderBytes..]));
        BinaryPrimitives.WriteUInt32LittleEndian(record[HeaderCrcOffset..], Crc32C.Compute(record[..HeaderCrcOffset]));
    }
}

/// <summary>What the header of a record says.</summary>
/// <param name="Length">Bytes of the payload.</param>
/// <param name="Number">Number of the record, 0 or more.</param>
/// <param name="Mask">What the payload is masked with; 0 nothing.</param>
/// <param name="PayloadCrc">CRC-32C of the payload as it is stored.</param>
internal readonly record struct RecordHeader(uint Length, long Number, uint Mask, uint PayloadCrc);
