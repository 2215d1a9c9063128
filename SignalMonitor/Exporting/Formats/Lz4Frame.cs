using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Lz4;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// The frame format of LZ4 (lz4_Frame_format.md, 1.6.4) around independent blocks of at most 4 MiB, without checksums:
/// MCAP has its own.
/// <code>
/// frame = magic (u32), descriptor (flags, block size, checksum), block*, 0 (u32)
/// block = length (u32, highest bit: not compressed), bytes
/// </code>
/// </summary>
internal static class Lz4Frame
{
    private const int BlockBytes = 4 << 20;
    private const uint Stored = 1u << 31;
    private const int EndBytes = sizeof(uint);

    // Magic; version 1, independent blocks; blocks of 4 MiB; second byte of xxHash32 of these two.
    private static ReadOnlySpan<byte> Begin => [0x04, 0x22, 0x4D, 0x18, 0x60, 0x70, 0x73];

    /// <summary>Bytes that a frame of so many needs at most.</summary>
    public static int MaxBytes(int length)
    {
        int blocks = (length + BlockBytes - 1) / BlockBytes;
        return Begin.Length + EndBytes + (blocks * (sizeof(uint) + Lz4Block.MaxBytes(0))) + Lz4Block.MaxBytes(length);
    }

    /// <summary>Makes a frame.</summary>
    /// <param name="source">What it is of.</param>
    /// <param name="target">Receives it; <see cref="MaxBytes"/> or more.</param>
    /// <returns>Its length.</returns>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        Begin.CopyTo(target);
        int at = Begin.Length;
        while (!source.IsEmpty)
        {
            ReadOnlySpan<byte> block = source[..Math.Min(source.Length, BlockBytes)];
            Span<byte> content = target[(at + sizeof(uint))..];
            int packed = Lz4Block.Compress(block, content);
            if (packed > 0 && packed < block.Length)
            {
                BinaryPrimitives.WriteUInt32LittleEndian(target[at..], (uint)packed);
                at += sizeof(uint) + packed;
            }
            else
            {
                BinaryPrimitives.WriteUInt32LittleEndian(target[at..], (uint)block.Length | Stored);
                block.CopyTo(content);
                at += sizeof(uint) + block.Length;
            }

            source = source[block.Length..];
        }

        BinaryPrimitives.WriteUInt32LittleEndian(target[at..], 0);
        return at + EndBytes;
    }
}
