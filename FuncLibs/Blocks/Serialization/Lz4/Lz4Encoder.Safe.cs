using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Blocks.Serialization.Lz4;

internal static partial class Lz4Encoder
{
    /// <summary>Compresses a block. The table of positions is on the stack.</summary>
    /// <returns>Bytes written, or 0 when they might not fit.</returns>
    public static int Encode(ReadOnlySpan<byte> source, Span<byte> target)
    {
        Span<byte> table = stackalloc byte[TableBytes];
        table.Clear();
        return source.Length <= MaxNearLength
            ? Encode(new NearPositions(MemoryMarshal.Cast<byte, ushort>(table)), source, target)
            : Encode(new FarPositions(MemoryMarshal.Cast<byte, int>(table)), source, target);
    }

    private static int Encode<TPositions>(TPositions positions, ReadOnlySpan<byte> source, Span<byte> target)
        where TPositions : struct, IPositions, allows ref struct
    {
        if (source.Length <= MatchMargin)
            return WriteLast(source, target, 0);
        int anchor = 0;
        int to = 0;
        int lastStart = source.Length - MatchMargin + 1;
        positions.Exchange(TPositions.Hash(source), 0);
        int next = 1;
        while (true)
        {
            if (!TryFindMatch(ref positions, source, next, lastStart, out int at, out int match))
                return WriteLast(source[anchor..], target, to);
            int offset = at - match;
            while (at > anchor && match > 0 && source[at - 1] == source[match - 1])
            {
                at--;
                match--;
            }

            int token = to;
            if (!TryWriteLiterals(source[anchor..at], target, ref to))
                return 0;
            while (true)
            {
                BinaryPrimitives.WriteUInt16LittleEndian(target[to..], (ushort)offset);
                to += OffsetBytes;
                int rest = at + MinMatch;
                int more = source[rest..^LastLiterals].CommonPrefixLength(source[(rest - offset)..]);
                at += MinMatch + more;
                if (!TryWriteMatchLength(more, target, token, ref to))
                    return 0;
                anchor = at;
                if (at >= lastStart)
                    return WriteLast(source[anchor..], target, to);
                positions.Exchange(TPositions.Hash(source[(at - 2)..]), at - 2);
                match = positions.Exchange(TPositions.Hash(source[at..]), at);
                offset = at - match;
                if (offset > TPositions.Reach || Read32(source, match) != Read32(source, at))
                    break;
                token = to++;
                target[token] = 0;
            }

            next = at + 1;
        }
    }

    // The next position whose four bytes are those of its candidate; false at the end.
    private static bool TryFindMatch<TPositions>(
        ref TPositions positions, ReadOnlySpan<byte> source, int next, int lastStart, out int at, out int match)
        where TPositions : struct, IPositions, allows ref struct
    {
        int hash = TPositions.Hash(source[next..]);
        int tries = 1 << StepShift;
        int step = 1;
        while (true)
        {
            at = next;
            next += step;
            match = 0;
            if (next > lastStart)
                return false;
            step = tries++ >> StepShift;
            match = positions.Exchange(hash, at);
            hash = TPositions.Hash(source[next..]);
            if (at - match <= TPositions.Reach && Read32(source, match) == Read32(source, at))
                return true;
        }
    }

    // After the literals there has to be room for an offset, a token and the last literals.
    private static bool TryWriteLiterals(ReadOnlySpan<byte> literals, Span<byte> target, ref int to)
    {
        int token = to++;
        int count = literals.Length;
        int lengthBytes = count < MoreFollows ? 0 : count / byte.MaxValue;
        if ((long)to + count + (OffsetBytes + 1 + LastLiterals) + lengthBytes > target.Length)
            return false;
        target[token] = (byte)(Math.Min(count, MoreFollows) << LiteralShift);
        if (count >= MoreFollows)
            WriteRest(count - MoreFollows, target, ref to);
        literals.CopyTo(target[to..]);
        to += count;
        return true;
    }

    private static bool TryWriteMatchLength(int more, Span<byte> target, int token, ref int to)
    {
        int lengthBytes = more < MoreFollows ? 0 : (more + byte.MaxValue - MoreFollows) / byte.MaxValue;
        if (to + (1 + LastLiterals) + lengthBytes > target.Length)
            return false;
        target[token] += (byte)Math.Min(more, MoreFollows);
        if (more >= MoreFollows)
            WriteRest(more - MoreFollows, target, ref to);
        return true;
    }

    private static void WriteRest(int rest, Span<byte> target, ref int to)
    {
        for (; rest >= byte.MaxValue; rest -= byte.MaxValue)
            target[to++] = byte.MaxValue;
        target[to++] = (byte)rest;
    }

    private static int WriteLast(ReadOnlySpan<byte> literals, Span<byte> target, int to)
    {
        int count = literals.Length;
        if ((long)to + count + 1 + ((count + byte.MaxValue - MoreFollows) / byte.MaxValue) > target.Length)
            return 0;
        target[to++] = (byte)(Math.Min(count, MoreFollows) << LiteralShift);
        if (count >= MoreFollows)
            WriteRest(count - MoreFollows, target, ref to);
        literals.CopyTo(target[to..]);
        return to + count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Read32(ReadOnlySpan<byte> source, int at) =>
        BinaryPrimitives.ReadUInt32LittleEndian(source[at..]);

    /// <summary>The last position of each hash. Structs, so that the loop is compiled for each.</summary>
    private interface IPositions
    {
        /// <summary>The longest way back that a position may be of use for.</summary>
        static abstract int Reach { get; }

        static abstract int Hash(ReadOnlySpan<byte> at);

        /// <summary>Sets a position and returns the one that was there, 0 when none did.</summary>
        int Exchange(int hash, int position);
    }

    /// <summary>8192 positions of 16 bits, by four bytes.</summary>
    private readonly ref struct NearPositions(Span<ushort> table) : IPositions
    {
        private readonly Span<ushort> _table = table;

        public static int Reach => int.MaxValue;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Hash(ReadOnlySpan<byte> at) => (int)((Read32(at, 0) * 2654435761u) >> (32 - 13));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Exchange(int hash, int position)
        {
            ref ushort slot = ref _table[hash];
            int before = slot;
            slot = (ushort)position;
            return before;
        }
    }

    /// <summary>4096 positions of 32 bits, by five bytes; an offset has 16 bits.</summary>
    private readonly ref struct FarPositions(Span<int> table) : IPositions
    {
        private readonly Span<int> _table = table;

        public static int Reach => ushort.MaxValue;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static int Hash(ReadOnlySpan<byte> at) =>
            (int)(((BinaryPrimitives.ReadUInt64LittleEndian(at) << 24) * 889523592379UL) >> (64 - 12));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public int Exchange(int hash, int position)
        {
            ref int slot = ref _table[hash];
            int before = slot;
            slot = position;
            return before;
        }
    }
}
