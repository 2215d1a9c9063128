using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Packed;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// Writes int columns as ext 22, method 1: what cycle counts and controller modes are, a few runs of equal values.
/// </summary>
internal static class IntRuns
{
    private const int HeadBytes = ColumnExt.HeaderBytes + sizeof(uint);

    // Columns with more runs than points / 2 are not worth counting to the end.
    private const int PointsARun = 2;

    /// <summary>Runs of a column, or 0 where the array is as small or there are many.</summary>
    public static int Count(ReadOnlySpan<long> values)
    {
        int max = values.Length / PointsARun;
        int arrayBytes = 0;
        int runs = 0;
        for (ReadOnlySpan<long> rest = values; !rest.IsEmpty; runs++)
        {
            if (runs == max)
                return 0;
            int length = LengthOfFirst(rest);
            arrayBytes += length * BytesOf(rest[0]);
            rest = rest[length..];
        }

        return HeadBytes + (runs * ColumnExt.RunBytes) < arrayBytes ? runs : 0;
    }

    /// <summary>Writes the column and returns the bytes used.</summary>
    public static int Write(ReadOnlySpan<long> values, int runs, Span<byte> target)
    {
        int used = Primitives.WriteExtHeader(target, ColumnExt.Ints, HeadBytes + (runs * ColumnExt.RunBytes));
        BinaryPrimitives.WriteInt32LittleEndian(target[used..], ColumnExt.Version | (ColumnExt.IntRuns << 8));
        BinaryPrimitives.WriteInt32LittleEndian(target[(used + 4)..], values.Length);
        BinaryPrimitives.WriteInt32LittleEndian(target[(used + 8)..], runs);
        used += HeadBytes;
        while (!values.IsEmpty)
        {
            int length = LengthOfFirst(values);
            BinaryPrimitives.WriteInt32LittleEndian(target[used..], length);
            BinaryPrimitives.WriteInt64LittleEndian(target[(used + sizeof(int))..], values[0]);
            used += ColumnExt.RunBytes;
            values = values[length..];
        }

        return used;
    }

    private static int LengthOfFirst(ReadOnlySpan<long> values)
    {
        int length = values.IndexOfAnyExcept(values[0]);
        return length < 0 ? values.Length : length;
    }

    private static int BytesOf(long value)
    {
        Span<byte> token = stackalloc byte[Primitives.MaxTokenHeader];
        return Primitives.WriteInt(token, value);
    }
}
