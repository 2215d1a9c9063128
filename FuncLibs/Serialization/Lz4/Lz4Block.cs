using System.Runtime.InteropServices;

namespace FuncLibs.Serialization.Lz4;

/// <summary>
/// Raw LZ4 blocks (no frame header) by liblz4, between spans. Nothing outside the spans is touched, whatever the bytes say.
/// </summary>
public static unsafe class Lz4Block
{
    /// <summary>True when liblz4 is installed.</summary>
    public static bool IsAvailable => Lz4Library.IsAvailable;

    /// <summary>Bytes that a block of <paramref name="length"/> bytes needs at most: the figure of LZ4_compressBound.</summary>
    /// <param name="length">Uncompressed bytes.</param>
    public static int MaxBytes(int length) => checked(length + (length / 255) + 16);

    /// <summary>Compresses a block.</summary>
    /// <returns>Bytes written, or 0 when <paramref name="target"/> is too small; <see cref="MaxBytes"/> always is enough.</returns>
    /// <exception cref="Lz4MissingException">liblz4 is not installed.</exception>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        Lz4Library.Ensure();
        fixed (byte* from = &MemoryMarshal.GetReference(source))
        fixed (byte* to = &MemoryMarshal.GetReference(target))
            return Lz4Native.Compress(from, to, source.Length, target.Length);
    }

    /// <summary>Decompresses a block. One that is to fill its target exactly answers the length of the target.</summary>
    /// <returns>Bytes written, or a negative number when the block is malformed, is cut off, or holds more than the target.</returns>
    /// <exception cref="Lz4MissingException">liblz4 is not installed.</exception>
    public static int Decompress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        Lz4Library.Ensure();
        fixed (byte* from = &MemoryMarshal.GetReference(source))
        fixed (byte* to = &MemoryMarshal.GetReference(target))
            return Lz4Native.Decompress(from, to, source.Length, target.Length);
    }
}
