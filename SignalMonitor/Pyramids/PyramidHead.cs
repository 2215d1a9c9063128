using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// The head of each record of a pyramid's files. Little-endian:
/// <code>
///  0 magic "PYR1"  4 kind u8  5 level u8  6 flags u16  8 columns-id u32  12 columns u32  16 body u64
/// 24 first-bucket i64  32 rows u32  36 body-crc u32  40 last-row u64  48 end-epoch u64  56 end-sequence u64
/// 64 end-skip i64  72 zero  92 head-crc u32
/// </code>
/// </summary>
internal readonly record struct PyramidHead
{
    /// <summary>Bytes of a head.</summary>
    public const int Size = 96;

    /// <summary>Bytes after a head at most: the largest chunk has a third of it.</summary>
    public const int MaxBody = 16 << 20;

    private const uint Magic = 0x31525950;
    private const int CrcOffset = 92;

    /// <summary>What the record is.</summary>
    public required PyramidRecord Kind { get; init; }

    /// <summary>Level of a chunk.</summary>
    public int Level { get; init; }

    /// <summary>Version of the format in the first record; 1 in an end to which every frame is in.</summary>
    public int Flags { get; init; }

    /// <summary>Number of the record of columns that it has, from 1.</summary>
    public int ColumnsId { get; init; }

    /// <summary>How many columns.</summary>
    public int Columns { get; init; }

    /// <summary>Bytes after the head.</summary>
    public int BodyLength { get; init; }

    /// <summary>First bucket of a chunk; the bucket of a row.</summary>
    public long FirstBucket { get; init; }

    /// <summary>Whether its first bucket is of a time that a clock can have.</summary>
    public bool IsInTime =>
        Math.Abs(FirstBucket / 2) <= BucketGrid.MaxTimeNs / PyramidLevels.GridOf(Level).WidthNs;

    /// <summary>Buckets of each column in a chunk.</summary>
    public int Rows { get; init; }

    /// <summary>CRC-32C of the body; of the directory alone in a chunk.</summary>
    public uint BodyCrc { get; init; }

    /// <summary>Number of the last row that is in: rows count from 1.</summary>
    public ulong LastRow { get; init; }

    /// <summary>What is in after it.</summary>
    public PyramidPoint End { get; init; }

    /// <summary>Writes it.</summary>
    public void Write(Span<byte> target)
    {
        target = target[..Size];
        target.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(target, Magic);
        (target[4], target[5]) = ((byte)Kind, (byte)Level);
        BinaryPrimitives.WriteUInt16LittleEndian(target[6..], (ushort)Flags);
        BinaryPrimitives.WriteInt32LittleEndian(target[8..], ColumnsId);
        BinaryPrimitives.WriteInt32LittleEndian(target[12..], Columns);
        BinaryPrimitives.WriteInt64LittleEndian(target[16..], BodyLength);
        BinaryPrimitives.WriteInt64LittleEndian(target[24..], FirstBucket);
        BinaryPrimitives.WriteInt32LittleEndian(target[32..], Rows);
        BinaryPrimitives.WriteUInt32LittleEndian(target[36..], BodyCrc);
        BinaryPrimitives.WriteUInt64LittleEndian(target[40..], LastRow);
        BinaryPrimitives.WriteUInt64LittleEndian(target[48..], End.Epoch);
        BinaryPrimitives.WriteUInt64LittleEndian(target[56..], End.Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(target[64..], End.SkipThrough);
        BinaryPrimitives.WriteUInt32LittleEndian(target[CrcOffset..], Crc32C.Compute(target[..CrcOffset]));
    }

    /// <summary>Reads one; false when the bytes are no head, or say more than a head may.</summary>
    public static bool TryRead(ReadOnlySpan<byte> from, out PyramidHead head)
    {
        head = default;
        if (from.Length < Size || BinaryPrimitives.ReadUInt32LittleEndian(from) != Magic
            || BinaryPrimitives.ReadUInt32LittleEndian(from[CrcOffset..]) != Crc32C.Compute(from[..CrcOffset]))
            return false;
        long body = BinaryPrimitives.ReadInt64LittleEndian(from[16..]);
        head = new PyramidHead
        {
            Kind = (PyramidRecord)from[4],
            Level = from[5],
            Flags = BinaryPrimitives.ReadUInt16LittleEndian(from[6..]),
            ColumnsId = BinaryPrimitives.ReadInt32LittleEndian(from[8..]),
            Columns = BinaryPrimitives.ReadInt32LittleEndian(from[12..]),
            BodyLength = (int)Math.Clamp(body, 0, MaxBody),
            FirstBucket = BinaryPrimitives.ReadInt64LittleEndian(from[24..]),
            Rows = BinaryPrimitives.ReadInt32LittleEndian(from[32..]),
            BodyCrc = BinaryPrimitives.ReadUInt32LittleEndian(from[36..]),
            LastRow = BinaryPrimitives.ReadUInt64LittleEndian(from[40..]),
            End = new PyramidPoint(
                BinaryPrimitives.ReadUInt64LittleEndian(from[48..]),
                BinaryPrimitives.ReadUInt64LittleEndian(from[56..]),
                BinaryPrimitives.ReadInt64LittleEndian(from[64..])),
        };
        return body is >= 0 and <= MaxBody
            && head.Level < PyramidLevels.Count
            && head.Columns is >= 0 and <= PyramidLevels.MaxColumns
            && head.Rows is >= 0 and <= PyramidLevels.MaxRows;
    }
}

/// <summary>What a record of a pyramid is.</summary>
internal enum PyramidRecord : byte
{
    /// <summary>None; what <c>default</c> gives.</summary>
    None,

    /// <summary>The first of each file: version, publisher, stream.</summary>
    File,

    /// <summary>Names and units of columns.</summary>
    Columns,

    /// <summary>Buckets of one level, column by column.</summary>
    Chunk,

    /// <summary>One finest bucket of all columns, until its chunk is written.</summary>
    Row,

    /// <summary>The recording is closed.</summary>
    End,
}
