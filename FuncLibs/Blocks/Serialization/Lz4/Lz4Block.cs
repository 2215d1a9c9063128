namespace FuncLibs.Blocks.Serialization.Lz4;

/// <summary>
/// Raw LZ4 blocks (no frame header) between spans. Nothing outside the spans is touched, whatever the bytes; the bytes
/// written are those of LZ4_compress_default.
/// </summary>
public static class Lz4Block
{
    private const int Malformed = -1;

    // The block of no bytes: a token without literals. The library refuses it.
    private const byte EmptyBlock = 0;

    /// <summary>Bytes that <paramref name="length"/> bytes need at most: the figure of LZ4_compressBound.</summary>
    /// <param name="length">Uncompressed bytes.</param>
    public static int MaxBytes(int length) => checked(length + (length / 255) + 16);

    /// <summary>Compresses a block. Does not allocate.</summary>
    /// <returns>Bytes written, or 0 when <paramref name="target"/> is too small; <see cref="MaxBytes"/> is
    /// enough.</returns>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> target) => Lz4Encoder.Encode(source, target);

    /// <summary>
    /// Decompresses a block. One that is to fill its target exactly answers the length of the target. Does not
    /// allocate.
    /// </summary>
    /// <returns>Bytes written, or a negative number when the block is malformed, is cut off, or holds more than the
    /// target.</returns>
    public static int Decompress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        if (source.IsEmpty)
            return Malformed;
        if (source is [EmptyBlock])
            return 0;

        // A match of offset 0, which no writer makes, copies what is in the target: never bytes of an earlier
        // block.
        target.Clear();
        return Lz4Decoder.Decode(source, target);
    }
}
