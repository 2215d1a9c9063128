using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Serialization.Lz4;

// LZ4Codec.Encode gives these bytes too, but the JIT does not specialise its one method for all tables and
// dictionaries: on blocks it takes 1.3 to 2.6 times as long as liblz4, this one 0.7 to 1.1 times
// (docs/performance.md).
internal static unsafe partial class Lz4Encoder
{
    /// <summary>Compresses a block. The table of positions is on the stack.</summary>
    /// <returns>Bytes written, or 0 when they might not fit.</returns>
    public static int Encode(ReadOnlySpan<byte> source, Span<byte> target)
    {
        fixed (byte* from = &MemoryMarshal.GetReference(source))
        fixed (byte* to = &MemoryMarshal.GetReference(target))
        {
            return target.Length < Lz4Block.MaxBytes(source.Length)
                ? Encode<Limited>(from, source.Length, to, target.Length)
                : Encode<Unlimited>(from, source.Length, to, target.Length);
        }
    }

    private static int Encode<TRoom>(byte* source, int length, byte* target, int capacity)
        where TRoom : struct, IRoom => length <= MaxNearLength
            ? Encode<NearPositions, TRoom>(source, length, target, capacity)
            : Encode<FarPositions, TRoom>(source, length, target, capacity);

    [SkipLocalsInit]
    private static int Encode<TPositions, TRoom>(byte* source, int length, byte* target, int capacity)
        where TPositions : struct, IPositions
        where TRoom : struct, IRoom
    {
        byte* table = stackalloc byte[TableBytes];
        NativeMemory.Clear(table, TableBytes);
        byte* end = source + length;
        byte* targetEnd = target + capacity;
        byte* anchor = source;
        byte* to = target;
        if (length <= MatchMargin)
            return WriteLast(anchor, end, target, to, targetEnd);
        nuint lastStart = (nuint)(length - MatchMargin + 1);
        TPositions.Set(table, TPositions.Hash(source), 0);
        nuint position = 1;
        nuint hash = TPositions.Hash(source + position);
        while (true)
        {
            nuint candidate;
            nuint next = position;
            nuint tries = 1 << StepShift;
            nuint step = 1;
            while (true)
            {
                position = next;
                next += step;
                if (next > lastStart)
                    return WriteLast(anchor, end, target, to, targetEnd);
                step = tries++ >> StepShift;
                candidate = TPositions.Exchange(table, hash, position);
                hash = TPositions.Hash(source + next);
                if (TPositions.IsInReach(candidate, position)
                    && Read32(source + candidate) == Read32(source + position))
                {
                    break;
                }
            }

            byte* at = source + position;
            byte* match = source + candidate;
            nuint offset = position - candidate;
            while ((at > anchor) & (match > source) && at[-1] == match[-1])
            {
                at--;
                match--;
            }

            byte* token = to;
            to = WriteLiterals<TRoom>(anchor, (nuint)(at - anchor), to, targetEnd);
            if (TRoom.IsLimited && to == null)
                return 0;
            while (true)
            {
                Unsafe.WriteUnaligned(to, LittleEndian((ushort)offset));
                nuint more = CountEqual(at + MinMatch, at + MinMatch - offset, end - LastLiterals);
                at += MinMatch + more;
                to = WriteMatchLength<TRoom>(more, token, to + OffsetBytes, targetEnd);
                if (TRoom.IsLimited && to == null)
                    return 0;
                anchor = at;
                position = (nuint)(at - source);
                if (position >= lastStart)
                    return WriteLast(anchor, end, target, to, targetEnd);
                TPositions.Set(table, TPositions.Hash(at - 2), position - 2);
                candidate = TPositions.Exchange(table, TPositions.Hash(at), position);
                offset = position - candidate;
                if (!TPositions.IsInReach(candidate, position) || Read32(source + candidate) != Read32(at))
                    break;
                token = to++;
                *token = 0;
            }

            position++;
            hash = TPositions.Hash(source + position);
        }
    }

    // Copies eight bytes at a time: a match and the last literals are after them on both sides.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteLiterals<TRoom>(byte* from, nuint count, byte* token, byte* targetEnd)
        where TRoom : struct, IRoom
    {
        byte* to = token + 1;
        if (TRoom.IsLimited && to + count + (OffsetBytes + 1 + LastLiterals) > targetEnd)
            return null;
        if (count < MoreFollows)
        {
            *token = (byte)(count << LiteralShift);
        }
        else
        {
            if (TRoom.IsLimited && to + count + (OffsetBytes + 1 + LastLiterals) + (count / byte.MaxValue) > targetEnd)
                return null;
            *token = MoreFollows << LiteralShift;
            to = WriteRest(count - MoreFollows, to);
        }

        byte* copied = to + count;
        do
        {
            Unsafe.WriteUnaligned(to, Unsafe.ReadUnaligned<ulong>(from));
            to += sizeof(ulong);
            from += sizeof(ulong);
        }
        while (to < copied);
        return copied;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* WriteMatchLength<TRoom>(nuint more, byte* token, byte* to, byte* targetEnd)
        where TRoom : struct, IRoom
    {
        if (TRoom.IsLimited && to + (1 + LastLiterals) > targetEnd)
            return null;
        if (more < MoreFollows)
        {
            *token += (byte)more;
            return to;
        }

        nuint lengthBytes = (more + byte.MaxValue - MoreFollows) / byte.MaxValue;
        if (TRoom.IsLimited && to + (1 + LastLiterals) + lengthBytes > targetEnd)
            return null;
        *token += MoreFollows;
        return WriteRest(more - MoreFollows, to);
    }

    private static byte* WriteRest(nuint rest, byte* to)
    {
        for (; rest >= byte.MaxValue; rest -= byte.MaxValue)
            *to++ = byte.MaxValue;
        *to++ = (byte)rest;
        return to;
    }

    private static int WriteLast(byte* anchor, byte* end, byte* target, byte* to, byte* targetEnd)
    {
        int count = (int)(end - anchor);
        if (to + count + 1 + ((count + byte.MaxValue - MoreFollows) / byte.MaxValue) > targetEnd)
            return 0;
        byte* token = to++;
        *token = (byte)(Math.Min(count, MoreFollows) << LiteralShift);
        if (count >= MoreFollows)
            to = WriteRest((nuint)(count - MoreFollows), to);
        Unsafe.CopyBlockUnaligned(to, anchor, (uint)count);
        return (int)(to + count - target);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint CountEqual(byte* at, byte* match, byte* end)
    {
        if (at <= end - sizeof(ulong))
        {
            ulong differences = Unsafe.ReadUnaligned<ulong>(at) ^ Unsafe.ReadUnaligned<ulong>(match);
            if (differences != 0)
                return FirstDifferentByte(differences);
        }

        return CountLong(at, match, end);
    }

    private static nuint CountLong(byte* at, byte* match, byte* end)
    {
        nuint count = 0;
        nuint length = end > at ? (nuint)(end - at) : 0;
        for (; count + (nuint)Vector256<byte>.Count <= length; count += (nuint)Vector256<byte>.Count)
        {
            Vector256<byte> here = Vector256.Load(at + count);
            uint equal = Vector256.Equals(here, Vector256.Load(match + count)).ExtractMostSignificantBits();
            if (equal != uint.MaxValue)
                return count + (nuint)BitOperations.TrailingZeroCount(~equal);
        }

        while (count < length && at[count] == match[count])
            count++;
        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nuint FirstDifferentByte(ulong differences) => (nuint)(BitConverter.IsLittleEndian
        ? BitOperations.TrailingZeroCount(differences)
        : BitOperations.LeadingZeroCount(differences)) >> 3;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Read32(byte* at) => Unsafe.ReadUnaligned<uint>(at);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ushort LittleEndian(ushort value) =>
        BitConverter.IsLittleEndian ? value : BinaryPrimitives.ReverseEndianness(value);

    /// <summary>Whether the target may be too short.</summary>
    private interface IRoom
    {
        /// <summary>True when what is written has to be held against the end of the target.</summary>
        static abstract bool IsLimited { get; }
    }

    private readonly struct Limited : IRoom
    {
        public static bool IsLimited => true;
    }

    /// <summary>The target has room for the longest block.</summary>
    private readonly struct Unlimited : IRoom
    {
        public static bool IsLimited => false;
    }

    /// <summary>The last position of each hash. Structs, so that the loop is compiled for each.</summary>
    private interface IPositions
    {
        static abstract nuint Hash(byte* at);

        static abstract void Set(byte* table, nuint hash, nuint position);

        /// <summary>Sets a position and returns the one that was there, 0 when none did.</summary>
        static abstract nuint Exchange(byte* table, nuint hash, nuint position);

        /// <summary>True when an offset of 16 bits leads back to the candidate.</summary>
        static abstract bool IsInReach(nuint candidate, nuint position);
    }

    /// <summary>8192 positions of 16 bits, by four bytes.</summary>
    private readonly struct NearPositions : IPositions
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static nuint Hash(byte* at) => (Read32(at) * 2654435761u) >> (32 - 13);

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Set(byte* table, nuint hash, nuint position) => ((ushort*)table)[hash] = (ushort)position;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static nuint Exchange(byte* table, nuint hash, nuint position)
        {
            ushort* slot = (ushort*)table + hash;
            nuint before = *slot;
            *slot = (ushort)position;
            return before;
        }

        public static bool IsInReach(nuint candidate, nuint position) => true;
    }

    /// <summary>4096 positions of 32 bits, by five bytes.</summary>
    private readonly struct FarPositions : IPositions
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static nuint Hash(byte* at) =>
            (nuint)(((Unsafe.ReadUnaligned<ulong>(at) << 24) * 889523592379UL) >> (64 - 12));

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static void Set(byte* table, nuint hash, nuint position) => ((uint*)table)[hash] = (uint)position;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static nuint Exchange(byte* table, nuint hash, nuint position)
        {
            uint* slot = (uint*)table + hash;
            nuint before = *slot;
            *slot = (uint)position;
            return before;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool IsInReach(nuint candidate, nuint position) => candidate + ushort.MaxValue >= position;
    }
}
