using K4os.Compression.LZ4;

namespace FuncLibs.Blocks.Serialization.Lz4;

/// <summary>Decompresses an LZ4 block.</summary>
internal static class Lz4Decoder
{
    /// <summary>Decompresses a block of one byte or more.</summary>
    /// <returns>Bytes written, or a negative number when the block is malformed, is cut off, or holds more than the
    /// target.</returns>
    public static int Decode(ReadOnlySpan<byte> source, Span<byte> target) => LZ4Codec.Decode(source, target);
}
