using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Lz4;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Compressed;

/// <summary>
/// Wraps a MessagePack document as the MessagePack library for C# does; documents under 64 bytes stay as they are.
/// <code>
/// ext 98 = array(n + 1) [ext(98, n x int: uncompressed lengths), n x bin32: raw LZ4 block]
///          blocks of 32 KiB, the last one shorter
/// ext 99 = ext(99, D2, i32 big-endian: uncompressed length, raw LZ4 block)
/// </code>
/// </summary>
internal static class Lz4Writer
{
    /// <summary>Type of the ext that holds the lengths of the blocks.</summary>
    public const sbyte ArrayExt = 98;

    /// <summary>Type of the ext that holds one block.</summary>
    public const sbyte BlockExt = 99;

    /// <summary>Bytes before the block of ext 99: <c>D2</c> and the length.</summary>
    public const int LengthBytes = 5;

    private const int SmallestCompressed = 64;
    private const int BytesPerBlock = 32 * 1024;
    private const int MaxExtHeader = 6;
    private const int BinHeader = 5;

    /// <summary>Bytes that any form of a document of this length fits in.</summary>
    public static int MaxBytes(int length)
    {
        int blocks = (length / BytesPerBlock) + 1;
        int headers = Primitives.MaxTokenHeader + MaxExtHeader + (blocks * (Primitives.MaxTokenHeader + BinHeader));
        return checked(
            headers + Math.Max(blocks * Lz4Block.MaxBytes(BytesPerBlock), LengthBytes + Lz4Block.MaxBytes(length)));
    }

    /// <summary>Writes the document and returns the bytes used.</summary>
    public static int Write(ReadOnlySpan<byte> document, Lz4Form form, Span<byte> target)
    {
        if (document.Length >= SmallestCompressed)
            return form == Lz4Form.Array ? WriteArray(document, target) : WriteBlock(document, target);
        document.CopyTo(target);
        return document.Length;
    }

    private static int WriteArray(ReadOnlySpan<byte> document, Span<byte> target)
    {
        int blocks = (document.Length + BytesPerBlock - 1) / BytesPerBlock;
        int used = Primitives.WriteArrayHeader(target, blocks + 1);
        used += WriteLengths(document.Length, target[used..]);
        for (; document.Length > 0; document = document[Math.Min(BytesPerBlock, document.Length)..])
        {
            int packed = Lz4Block.Compress(
                document[..Math.Min(BytesPerBlock, document.Length)], target[(used + BinHeader)..]);
            target[used] = MessagePackCode.Bin32;
            BinaryPrimitives.WriteInt32BigEndian(target[(used + 1)..], packed);
            used += BinHeader + packed;
        }

        return used;
    }

    // The lengths are after a header that reports how long they are together, so they are counted first.
    private static int WriteLengths(int length, Span<byte> target)
    {
        Span<byte> token = stackalloc byte[Primitives.MaxTokenHeader];
        int full = length / BytesPerBlock;
        int last = length % BytesPerBlock;
        int body =
            (full * Primitives.WriteInt(token, BytesPerBlock)) + (last == 0 ? 0 : Primitives.WriteInt(token, last));
        int used = Primitives.WriteExtHeader(target, ArrayExt, body);
        for (int block = 0; block < full; block++)
            used += Primitives.WriteInt(target[used..], BytesPerBlock);
        return last == 0 ? used : used + Primitives.WriteInt(target[used..], last);
    }

    // The header's own length depends on the compressed length: compress after the longest one, then close the gap.
    private static int WriteBlock(ReadOnlySpan<byte> document, Span<byte> target)
    {
        Span<byte> body = target[MaxExtHeader..];
        int packed = LengthBytes + Lz4Block.Compress(document, body[LengthBytes..]);
        body[0] = MessagePackCode.Int32;
        BinaryPrimitives.WriteInt32BigEndian(body[1..], document.Length);
        int header = Primitives.WriteExtHeader(target, BlockExt, packed);
        body[..packed].CopyTo(target[header..]);
        return header + packed;
    }
}
