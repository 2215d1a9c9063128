using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Segments;

/// <summary>
/// The file beside a closed segment, little-endian:
/// <code>
///  0 magic "CDBX" (4)
///  4 version (2)
///  6 flags (2): 1 closed after a failed write or fsync
///  8 bytes of the segment that hold records (8)
/// 16 published time of the newest record (8)
/// 24 number of entries (4)
/// 28 CRC-32C of bytes 0..27, then of all entries (4)
/// 32 entries: stream (4), count (4), first (8), last (8), offset (8)
/// </code>
/// It only saves time: one that is missing, damaged or does not fit its segment is made again from the segment.
/// </summary>
internal static class IndexFile
{
    private const uint Magic = 0x58424443;
    private const ushort Version = 1;
    private const ushort SuspectFlag = 1;
    private const int HeadSize = 32;
    private const int EntrySize = 32;
    private const int CrcOffset = 28;

    // 256 MiB of empty records of as many streams would make this many; no writer comes near.
    private const long MaxFileBytes = 64 << 20;

    /// <summary>Writes the index of a segment that still has it in memory; it needs no flush.</summary>
    public static FileOutcome Write(IDiskFiles files, Segment segment)
    {
        byte[] bytes = Encode(segment);
        FileOutcome outcome = files.Delete(segment.Name.IndexFile);
        if (!outcome.IsOk)
            return outcome;
        outcome = files.Create(segment.Name.IndexFile, out IDiskFile? file);
        using (file)
            return outcome.IsOk ? file!.Write(0, bytes) : outcome;
    }

    /// <summary>
    /// Reads the index of a segment; null when there is no valid one. It may claim more than the segment
    /// has.
    /// </summary>
    public static Segment? TryRead(IDiskFiles files, SegmentName name)
    {
        if (!files.OpenToRead(name.IndexFile, out IDiskFile? file).IsOk)
            return null;
        using (file)
        {
            if (!file!.Length(out long length).IsOk || length is < HeadSize or > MaxFileBytes)
                return null;
            byte[] bytes = new byte[length];
            bool whole = file.Read(0, bytes, out int read).IsOk && read == length;
            return whole ? Decode(bytes, name) : null;
        }
    }

    private static byte[] Encode(Segment segment)
    {
        ReadOnlySpan<IndexEntry> entries = segment.Index!.Entries;
        byte[] bytes = new byte[HeadSize + (entries.Length * EntrySize)];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, Magic);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(4), Version);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(6), segment.IsSuspect ? SuspectFlag : (ushort)0);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(8), segment.WrittenBytes);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(16), segment.NewestNs);
        BinaryPrimitives.WriteInt32LittleEndian(bytes.AsSpan(24), entries.Length);
        for (int i = 0; i < entries.Length; i++)
            Write(bytes.AsSpan(HeadSize + (i * EntrySize)), entries[i]);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(CrcOffset), CrcOf(bytes));
        return bytes;
    }

    private static Segment? Decode(ReadOnlySpan<byte> bytes, SegmentName name)
    {
        int count = BinaryPrimitives.ReadInt32LittleEndian(bytes[24..]);
        long covered = BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]);
        bool fits = BinaryPrimitives.ReadUInt32LittleEndian(bytes) == Magic
            && BinaryPrimitives.ReadUInt16LittleEndian(bytes[4..]) == Version
            && count == (bytes.Length - HeadSize) / EntrySize
            && bytes.Length == HeadSize + ((long)count * EntrySize)
            && BinaryPrimitives.ReadUInt32LittleEndian(bytes[CrcOffset..]) == CrcOf(bytes);
        if (!fits)
            return null;
        var entries = new IndexEntry[count];
        for (int i = 0; i < count; i++)
            entries[i] = Read(bytes[(HeadSize + (i * EntrySize))..]);
        var segment = new Segment(name, SegmentIndex.Create(entries, covered));
        segment.Grow(covered, BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]));
        segment.Close((BinaryPrimitives.ReadUInt16LittleEndian(bytes[6..]) & SuspectFlag) != 0);
        return segment;
    }

    private static uint CrcOf(ReadOnlySpan<byte> bytes) =>
        Crc32C.Append(Crc32C.Compute(bytes[..CrcOffset]), bytes[HeadSize..]);

    private static void Write(Span<byte> target, in IndexEntry entry)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(target, entry.Stream);
        BinaryPrimitives.WriteUInt32LittleEndian(target[4..], entry.Count);
        BinaryPrimitives.WriteUInt64LittleEndian(target[8..], entry.First);
        BinaryPrimitives.WriteUInt64LittleEndian(target[16..], entry.Last);
        BinaryPrimitives.WriteInt64LittleEndian(target[24..], entry.Offset);
    }

    private static IndexEntry Read(ReadOnlySpan<byte> bytes) => new(
        BinaryPrimitives.ReadUInt32LittleEndian(bytes),
        BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]),
        BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]),
        BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]),
        BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]));
}
