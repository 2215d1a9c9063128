using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Method 4: a bit for each point, 1 where its bits differ from those before it, then the values that changed.
/// </summary>
internal static partial class RepeatColumn
{
    private const int Group = 8;

    /// <summary>Bytes of the body for so many changes.</summary>
    public static int SizeOf(int count, int changes) =>
        PackedFormat.HeaderBytes + ((count + 7) >> 3) + (changes * sizeof(double));

    /// <summary>Fills <paramref name="points"/> from a checked body.</summary>
    public static bool TryRead(ReadOnlySpan<byte> body, Span<double> points, out PackedFault fault)
    {
        if (!TryTakeParts(body, points.Length, out ReadOnlySpan<byte> map, out ReadOnlySpan<byte> values, out fault))
            return false;
        Span<long> bits = MemoryMarshal.Cast<double, long>(points);
        ReadOnlySpan<long> changed = MemoryMarshal.Cast<byte, long>(values);
        int next = 0;
        long last = 0;
        for (int at = 0; at < map.Length; at++)
        {
            Span<long> group = bits.Slice(at * Group, Math.Min(Group, bits.Length - (at * Group)));
            int flags = map[at];
            int from = flags == 0 ? Group : BitOperations.TrailingZeroCount(flags);
            group[..Math.Min(from, group.Length)].Fill(last);
            for (int i = from; i < group.Length; i++)
            {
                last = (flags >> i & 1) != 0 ? changed[next++] : last;
                group[i] = last;
            }
        }

        return true;
    }

    /// <summary>
    /// Counts the points that differ from the one before them, the first included, and puts their bits into a map.
    /// </summary>
    /// <param name="points">The column, not empty.</param>
    /// <param name="map">A byte for every 8 points.</param>
    public static int Map(ReadOnlySpan<double> points, Span<byte> map)
    {
        ReadOnlySpan<long> bits = MemoryMarshal.Cast<double, long>(points);
        map[0] = FirstFlags(bits);
        int changes = BitOperations.PopCount(map[0]);
        int at = Group;
        MapVectors(bits, map, ref at, ref changes);
        for (; at < bits.Length; at += Group)
        {
            map[at / Group] = FlagsOf(bits[(at - 1)..]);
            changes += BitOperations.PopCount(map[at / Group]);
        }

        return changes;
    }

    /// <summary>Writes map and changed values after the header; returns the bytes of the body.</summary>
    public static int Write(ReadOnlySpan<double> points, ReadOnlySpan<byte> map, Span<byte> body)
    {
        ReadOnlySpan<long> bits = MemoryMarshal.Cast<double, long>(points);
        map.CopyTo(body[PackedFormat.HeaderBytes..]);
        int used = PackedFormat.HeaderBytes + map.Length;
        for (int at = 0; at < map.Length; at++)
        {
            for (int flags = map[at]; flags != 0; flags &= flags - 1)
            {
                BinaryPrimitives.WriteInt64LittleEndian(
                    body[used..], bits[(at * Group) + BitOperations.TrailingZeroCount(flags)]);
                used += sizeof(long);
            }
        }

        return used;
    }

    private static bool TryTakeParts(
        ReadOnlySpan<byte> body,
        int count,
        out ReadOnlySpan<byte> map,
        out ReadOnlySpan<byte> values,
        out PackedFault fault)
    {
        map = default;
        values = default;
        int valuesAt = PackedFormat.HeaderBytes + PackedFormat.FieldBytes(count, 1);
        if (body.Length < valuesAt)
            return PackedReader.Refuse(
                DecodeStatus.LengthMismatch, 0, "a bit for each point", "bytes", body.Length, out fault);
        map = body[PackedFormat.HeaderBytes..valuesAt];
        values = body[valuesAt..];
        if (!PackedReader.IsPaddingZero(body, PackedFormat.HeaderBytes, count, 1, out fault))
            return false;
        if (count > 0 && (map[0] & 1) == 0)
            return PackedReader.Refuse(
                DecodeStatus.OutOfRange,
                PackedFormat.HeaderBytes,
                "a change at the first point",
                "a byte",
                map[0],
                out fault);
        int changes = 0;
        foreach (byte flags in map)
            changes += BitOperations.PopCount(flags);
        return values.Length == changes * sizeof(long)
            || PackedReader.Refuse(
                DecodeStatus.LengthMismatch, valuesAt, "8 bytes for each change", "bytes", values.Length, out fault);
    }

    static partial void MapVectors(ReadOnlySpan<long> bits, Span<byte> map, ref int at, ref int changes);

    private static byte FirstFlags(ReadOnlySpan<long> bits)
    {
        int flags = 1;
        for (int i = 1; i < Math.Min(Group, bits.Length); i++)
            flags |= bits[i] != bits[i - 1] ? 1 << i : 0;
        return (byte)flags;
    }

    // The first of the span is the point before the group.
    private static byte FlagsOf(ReadOnlySpan<long> bits)
    {
        int flags = 0;
        for (int i = 1; i < Math.Min(Group + 1, bits.Length); i++)
            flags |= bits[i] != bits[i - 1] ? 1 << (i - 1) : 0;
        return (byte)flags;
    }
}
