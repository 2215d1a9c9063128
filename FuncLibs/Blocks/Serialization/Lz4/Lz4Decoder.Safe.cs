using System.Buffers.Binary;

namespace FuncLibs.Blocks.Serialization.Lz4;

/// <summary>Decompresses an LZ4 block, and refuses the same ones as LZ4_decompress_safe.</summary>
internal static class Lz4Decoder
{
    private const int Malformed = -1;
    private const int MinMatch = 4;
    private const int LastLiterals = 5;
    private const int MatchMargin = 12;
    private const int OffsetBytes = 2;
    private const int MoreFollows = 15;
    private const int LiteralShift = 4;

    // After literals that do not end the block: an offset, a token and the last literals.
    private const int InputMargin = OffsetBytes + 1 + LastLiterals;

    // Far from both ends liblz4 copies a sequence without lengths of their own at once, and does not ask for margins.
    private const int MostShortLiterals = MoreFollows - 1;
    private const int MostShortMatch = MoreFollows - 1 + MinMatch;
    private const int LeastShortOffset = 8;

    /// <summary>Decompresses a block of one byte or more.</summary>
    /// <returns>Bytes written, or a negative number when the block is malformed, is cut off, or holds more than the
    /// target.</returns>
    public static int Decode(ReadOnlySpan<byte> source, Span<byte> target)
    {
        int from = 0;
        int to = 0;
        while (from < source.Length)
        {
            int token = source[from++];
            int literals = token >> LiteralShift;
            bool isShort = literals != MoreFollows && from < source.Length - MostShortLiterals - OffsetBytes
                && to <= target.Length - MostShortLiterals - MostShortMatch;
            if (!TryAddMore(source, source.Length, ref from, ref literals)
                || literals > source.Length - from || literals > target.Length - to)
                return Malformed;
            source.Slice(from, literals).CopyTo(target[to..]);
            from += literals;
            to += literals;
            if (from == source.Length)
                return to > 0 ? to : Malformed;
            if (!isShort && (from > source.Length - InputMargin || to > target.Length - MatchMargin))
                return Malformed;
            int offset = BinaryPrimitives.ReadUInt16LittleEndian(source[from..]);
            from += OffsetBytes;
            int length = token & MoreFollows;
            int margin = isShort && length != MoreFollows && offset >= LeastShortOffset ? 0 : LastLiterals;
            if (!TryAddMore(source, source.Length - LastLiterals, ref from, ref length))
                return Malformed;
            if (offset > to || length > target.Length - margin - to - MinMatch)
                return Malformed;
            length += MinMatch;
            CopyMatch(target.Slice(to - offset, offset + length), offset);
            to += length;
        }

        return Malformed;
    }

    // Adds the bytes after a length of 15, which are before the end; false when they are not.
    private static bool TryAddMore(ReadOnlySpan<byte> source, int end, ref int from, ref int length)
    {
        if (length != MoreFollows)
            return true;
        int more;
        do
        {
            if (from >= end || length < 0)
                return false;
            more = source[from++];
            length += more;
        }
        while (more == byte.MaxValue);
        return length >= 0;
    }

    // What is after the offset becomes what is at the start, again and again where the match is longer than its offset.
    private static void CopyMatch(Span<byte> window, int offset)
    {
        Span<byte> rest = window[offset..];
        if (offset == 0)
            return;
        for (int copied = offset; !rest.IsEmpty; copied += copied)
        {
            int step = Math.Min(copied, rest.Length);
            window[..step].CopyTo(rest);
            rest = rest[step..];
        }
    }
}
