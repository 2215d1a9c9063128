using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Journal.Position;

/// <summary>
/// The position file, little-endian, every field aligned to its size:
/// <code>
///  0 magic "CDBP" (4)   4 version (2)   6 zero (2)   8 publisher (16)   24 epoch (8)   32 boot id of the system (16)
/// 48 streams in use (4) and 52 CRC-32C of bytes 0..51 and of the ids in use (4): one word, stored whole
/// 56 clean stop (8): 0 no, 1 yes
/// 64 ids of streams: 1024 x 4      4160 last sequences: 1024 x 8
/// </code>
/// The CRC covers the owner of the numbers; a number itself is one aligned word and cannot tear.
/// </summary>
internal static class PositionLayout
{
    public const int MaxStreams = 1024;
    public const int WordOffset = 48;
    public const int CleanOffset = 56;
    public const int IdsOffset = 64;
    public const int SequencesOffset = IdsOffset + (MaxStreams * sizeof(uint));
    public const int Size = SequencesOffset + (MaxStreams * sizeof(ulong));
    private const uint Magic = 0x50424443;
    private const ushort Version = 1;
    private const int PublisherOffset = 8;
    private const int EpochOffset = 24;
    private const int BootOffset = 32;

    /// <summary>Writes the part that never changes, without streams.</summary>
    public static void Begin(Span<byte> file, Guid publisher, ulong epoch, Guid boot)
    {
        file[..Size].Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(file, Magic);
        BinaryPrimitives.WriteUInt16LittleEndian(file[4..], Version);
        publisher.TryWriteBytes(file[PublisherOffset..], bigEndian: true, out _);
        BinaryPrimitives.WriteUInt64LittleEndian(file[EpochOffset..], epoch);
        boot.TryWriteBytes(file[BootOffset..], bigEndian: true, out _);
        BinaryPrimitives.WriteUInt64LittleEndian(file[WordOffset..], WordFor(file, 0));
    }

    /// <summary>The word that makes the first <paramref name="count"/> ids valid.</summary>
    public static ulong WordFor(ReadOnlySpan<byte> file, int count)
    {
        Span<byte> number = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteInt32LittleEndian(number, count);
        uint crc = Crc32C.Append(Crc32C.Compute(file[..WordOffset]), number);
        crc = Crc32C.Append(crc, file.Slice(IdsOffset, count * sizeof(uint)));
        return (uint)count | ((ulong)crc << 32);
    }

    /// <summary>Reads a file; null and the reason when it is not valid.</summary>
    public static PositionSnapshot? Read(ReadOnlySpan<byte> file, Guid boot, out string? fault)
    {
        fault = FindFault(file);
        if (fault is not null)
            return null;
        int count = (int)BinaryPrimitives.ReadUInt32LittleEndian(file[WordOffset..]);
        var streams = new StreamSequence[count];
        for (int i = 0; i < count; i++)
        {
            streams[i] = new StreamSequence(
                BinaryPrimitives.ReadUInt32LittleEndian(file[(IdsOffset + (i * sizeof(uint)))..]),
                BinaryPrimitives.ReadUInt64LittleEndian(file[(SequencesOffset + (i * sizeof(ulong)))..]));
        }

        bool clean = BinaryPrimitives.ReadUInt64LittleEndian(file[CleanOffset..]) == 1;
        return new PositionSnapshot(
            new Guid(file.Slice(PublisherOffset, 16), bigEndian: true),
            BinaryPrimitives.ReadUInt64LittleEndian(file[EpochOffset..]),
            clean,
            clean || (boot != Guid.Empty && boot == new Guid(file.Slice(BootOffset, 16), bigEndian: true)),
            streams);
    }

    private static string? FindFault(ReadOnlySpan<byte> file)
    {
        if (file.Length != Size)
            return $"it has {file.Length} bytes, not {Size}";
        if (BinaryPrimitives.ReadUInt32LittleEndian(file) != Magic)
            return "it is no position file";
        ushort version = BinaryPrimitives.ReadUInt16LittleEndian(file[4..]);
        if (version != Version)
            return $"it has version {version}, this program supports {Version}";
        ulong word = BinaryPrimitives.ReadUInt64LittleEndian(file[WordOffset..]);
        return (uint)word <= MaxStreams && WordFor(file, (int)(uint)word) == word ? null : "its CRC is wrong";
    }
}
