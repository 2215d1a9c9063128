using System.Buffers;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Lz4;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Method 3: bytes of like weight together (signs and exponents hardly change from point to point), then one LZ4 block.
/// </summary>
internal static class ShuffleColumn
{
    private const int Planes = sizeof(double);

    /// <summary>
    /// Fills <paramref name="points"/> once the block is known to hold exactly as many bytes. The planes are in
    /// pooled memory meanwhile.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> body, Span<double> points, out PackedFault fault)
    {
        fault = default;
        int bytes = points.Length * Planes;
        byte[] planes = ArrayPool<byte>.Shared.Rent(bytes + 1);
        try
        {
            int unpacked = Lz4Block.Decompress(body[PackedFormat.HeaderBytes..], planes.AsSpan(0, bytes));
            if (unpacked != bytes)
            {
                return PackedReader.Refuse(
                    DecodeStatus.Malformed,
                    PackedFormat.HeaderBytes,
                    "an LZ4 block of 8 bytes for each point",
                    "bytes",
                    unpacked,
                    out fault);
            }

            Join(planes, MemoryMarshal.AsBytes(points), points.Length);
            return true;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(planes);
        }
    }

    /// <summary>Compresses a column; returns the bytes of the block, or 0 when it does not fit.</summary>
    public static int Write(ReadOnlySpan<double> points, Span<byte> planes, Span<byte> block)
    {
        Split(MemoryMarshal.AsBytes(points), planes, points.Length);
        return Lz4Block.Compress(planes[..(points.Length * Planes)], block);
    }

    private static void Split(ReadOnlySpan<byte> bytes, Span<byte> planes, int count)
    {
        for (int plane = 0; plane < Planes; plane++)
        {
            Span<byte> to = planes.Slice(plane * count, count);
            for (int i = 0, from = plane; i < to.Length; i++, from += Planes)
                to[i] = bytes[from];
        }
    }

    private static void Join(ReadOnlySpan<byte> planes, Span<byte> bytes, int count)
    {
        for (int plane = 0; plane < Planes; plane++)
        {
            ReadOnlySpan<byte> from = planes.Slice(plane * count, count);
            for (int i = 0, to = plane; i < from.Length; i++, to += Planes)
                bytes[to] = from[i];
        }
    }
}
