namespace FuncLibs.Blocks.Serialization.Lz4;

/// <summary>How long an uncompressed document may be, known before memory is taken for it.</summary>
internal static class Lz4Limits
{
    /// <summary>Cap of every document, whatever the block limits are.</summary>
    public const int MaxDocumentBytes = 64 << 20;

    /// <summary>An LZ4 byte adds at most 255 bytes to a match: a block that claims to hold more than this times its length lies.</summary>
    public const int MaxRatio = 255;

    // The longest form of a value is a run of one in ext 22, 12 bytes. A point in rows has four values or more (36 bytes) and two headers
    // (10 bytes) and fits in the same. A column or a channel has a few headers of 16 bytes at most; a line is a byte in rows.
    private const long BytesPerValue = 12;
    private const long BytesPerColumn = 64;
    private const long BytesPerChannel = 64;
    private const long BytesPerDocument = 512;

    /// <summary>Bytes of the longest document that the block limits let pass.</summary>
    public static int Of(BlockLimits limits)
    {
        long bytes = BytesPerDocument + (2L * limits.Bits) + (BytesPerValue * limits.Values)
            + (BytesPerColumn * limits.Columns) + (BytesPerChannel * limits.Channels);
        return (int)Math.Min(bytes, MaxDocumentBytes);
    }
}
