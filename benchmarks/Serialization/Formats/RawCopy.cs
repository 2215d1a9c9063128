using FuncLibs.Blocks;

namespace Benchmarks.Serialization.Formats;

/// <summary>The limit: as many bytes as the values of the block have, moved once.</summary>
internal static class RawCopy
{
    public static BlockFormat Create(CDataBlock block)
    {
        byte[] from = new byte[block.Layout.ValueCount * sizeof(double)];
        for (int i = 0; i < from.Length; i++)
            from[i] = (byte)(i * 31);
        byte[] to = new byte[from.Length];
        byte[] back = new byte[from.Length];
        return new BlockFormat(
            "raw-copy",
            () =>
            {
                from.AsSpan().CopyTo(to);
                return to.Length;
            },
            () => to.AsSpan().CopyTo(back),
            () =>
            {
                if (!back.AsSpan().SequenceEqual(from))
                    throw new InvalidDataException("raw-copy: the copy differs.");
            });
    }
}
