using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Writes single tokens into a span that is known to be long enough (9 bytes always are) and returns the bytes used.
/// The one place with the smallest form of each header; writers of whole documents build on it.
/// </summary>
internal static class Primitives
{
    /// <summary>Longest token header, and longest number.</summary>
    public const int MaxTokenHeader = 9;

    /// <summary>Writes an integer in its smallest form.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteInt(Span<byte> target, long value)
    {
        if (value >= 0)
            return WriteUInt(target, (ulong)value);
        if (value >= -32)
        {
            target[0] = unchecked((byte)value);
            return 1;
        }

        return WriteNegative(target, value);
    }

    /// <summary>Writes an unsigned integer in its smallest form.</summary>
    public static int WriteUInt(Span<byte> target, ulong value)
    {
        switch (value)
        {
            case <= MessagePackCode.MaxPositiveFixInt:
                target[0] = (byte)value;
                return 1;
            case <= byte.MaxValue:
                target[0] = MessagePackCode.UInt8;
                target[1] = (byte)value;
                return 2;
            case <= ushort.MaxValue:
                target[0] = MessagePackCode.UInt16;
                BinaryPrimitives.WriteUInt16BigEndian(target[1..], (ushort)value);
                return 3;
            case <= uint.MaxValue:
                target[0] = MessagePackCode.UInt32;
                BinaryPrimitives.WriteUInt32BigEndian(target[1..], (uint)value);
                return 5;
            default:
                target[0] = MessagePackCode.UInt64;
                BinaryPrimitives.WriteUInt64BigEndian(target[1..], value);
                return 9;
        }
    }

    /// <summary>Writes a float64, bit for bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int WriteFloat64(Span<byte> target, double value)
    {
        target[0] = MessagePackCode.Float64;
        BinaryPrimitives.WriteInt64BigEndian(target[1..], BitConverter.DoubleToInt64Bits(value));
        return 9;
    }

    /// <summary>Writes the header of an array of <paramref name="count"/> items.</summary>
    public static int WriteArrayHeader(Span<byte> target, int count) =>
        WriteCount(target, count, MessagePackCode.FixArray, 15, MessagePackCode.Array16);

    /// <summary>Writes the header of a map of <paramref name="count"/> pairs.</summary>
    public static int WriteMapHeader(Span<byte> target, int count) =>
        WriteCount(target, count, MessagePackCode.FixMap, 15, MessagePackCode.Map16);

    /// <summary>Writes the header of a string of <paramref name="bytes"/> UTF-8 bytes.</summary>
    public static int WriteStringHeader(Span<byte> target, int bytes) => bytes is > 31 and <= byte.MaxValue
        ? WriteCount8(target, bytes, MessagePackCode.Str8)
        : WriteCount(target, bytes, MessagePackCode.FixStr, 31, MessagePackCode.Str16);

    /// <summary>Writes the header of a byte string.</summary>
    public static int WriteBinHeader(Span<byte> target, int bytes) => bytes <= byte.MaxValue
        ? WriteCount8(target, bytes, MessagePackCode.Bin8)
        : WriteCount(target, bytes, 0, -1, MessagePackCode.Bin16);

    /// <summary>Writes the header of an ext: fixext where the length has one, else the smallest ext.</summary>
    public static int WriteExtHeader(Span<byte> target, sbyte type, int length)
    {
        int used = length switch
        {
            1 => WriteCode(target, MessagePackCode.FixExt1),
            2 => WriteCode(target, MessagePackCode.FixExt2),
            4 => WriteCode(target, MessagePackCode.FixExt4),
            8 => WriteCode(target, MessagePackCode.FixExt8),
            16 => WriteCode(target, MessagePackCode.FixExt16),
            <= byte.MaxValue => WriteCount8(target, length, MessagePackCode.Ext8),
            _ => WriteCount(target, length, 0, -1, MessagePackCode.Ext16),
        };
        target[used] = unchecked((byte)type);
        return used + 1;
    }

    private static int WriteNegative(Span<byte> target, long value)
    {
        switch (value)
        {
            case >= sbyte.MinValue:
                target[0] = MessagePackCode.Int8;
                target[1] = unchecked((byte)value);
                return 2;
            case >= short.MinValue:
                target[0] = MessagePackCode.Int16;
                BinaryPrimitives.WriteInt16BigEndian(target[1..], (short)value);
                return 3;
            case >= int.MinValue:
                target[0] = MessagePackCode.Int32;
                BinaryPrimitives.WriteInt32BigEndian(target[1..], (int)value);
                return 5;
            default:
                target[0] = MessagePackCode.Int64;
                BinaryPrimitives.WriteInt64BigEndian(target[1..], value);
                return 9;
        }
    }

    private static int WriteCode(Span<byte> target, byte code)
    {
        target[0] = code;
        return 1;
    }

    private static int WriteCount8(Span<byte> target, int count, byte code)
    {
        target[0] = code;
        target[1] = (byte)count;
        return 2;
    }

    // The 32-bit code follows the 16-bit one in every family of the specification.
    private static int WriteCount(Span<byte> target, int count, byte fix, int fixMax, byte code16)
    {
        if (count <= fixMax)
        {
            target[0] = (byte)(fix | count);
            return 1;
        }

        if (count <= ushort.MaxValue)
        {
            target[0] = code16;
            BinaryPrimitives.WriteUInt16BigEndian(target[1..], (ushort)count);
            return 3;
        }

        target[0] = (byte)(code16 + 1);
        BinaryPrimitives.WriteInt32BigEndian(target[1..], count);
        return 5;
    }
}
