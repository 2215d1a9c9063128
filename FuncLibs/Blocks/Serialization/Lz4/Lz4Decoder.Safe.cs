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

    // Far from both ends, as in liblz4, a sequence without lengths of its own is copied at once, with what is after it,
    // and the margins are not asked for.
    private const int MostShortLiterals = MoreFollows - 1;
    private const int MostShortMatch = MoreFollows - 1 + MinMatch;
    private const int WordBytes = 8;
    private const int ShortCopyBytes = 16;

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
            if (isShort)
                source.Slice(from, ShortCopyBytes).CopyTo(target.Slice(to, ShortCopyBytes));
            else
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
            if (offset > to)
                return Malformed;
            if (isShort && length != MoreFollows && offset >= WordBytes)
            {
                CopyShortMatch(target.Slice(to - offset, offset + MostShortMatch), offset);
                to += length + MinMatch;
                continue;
            }

            if (!TryAddMore(source, source.Length - LastLiterals, ref from, ref length)
                || length > target.Length - LastLiterals - to - MinMatch)
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

    // Copies of constant length are a few instructions.
    private static void CopyShortMatch(Span<byte> window, int offset)
    {
        const int Rest = MostShortMatch - (2 * WordBytes);
        window[..WordBytes].CopyTo(window.Slice(offset, WordBytes));
        window.Slice(WordBytes, WordBytes).CopyTo(window.Slice(offset + WordBytes, WordBytes));
        window.Slice(2 * WordBytes, Rest).CopyTo(window.Slice(offset + (2 * WordBytes), Rest));
    }

    // What is after the offset becomes what is at the start, again and again where the match is longer than its offset.
    private static void CopyMatch(Span<byte> window, int offset)
    {
        Span<byte> rest = window[offset..];
        if (offset == 0)
        {
            // No writer makes these; nothing of another block is to be seen.
            rest.Clear();
            return;
        }

        for (int copied = offset; !rest.IsEmpty; copied += copied)
        {
            int step = Math.Min(copied, rest.Length);
            window[..step].CopyTo(rest);
            rest = rest[step..];
        }
    }
}
