using System.Buffers.Binary;

namespace FuncLibs.Blocks.Tokens;

/// <summary>Writes the heads of CBOR items in their shortest form (RFC 8949, section 4.2.1).</summary>
internal static class CborHead
{
    /// <summary>Writes a head and returns its length, 1 to 9.</summary>
    /// <param name="target">Room for the longest head.</param>
    /// <param name="major">Major type.</param>
    /// <param name="argument">Value, length, count or tag.</param>
    public static int Write(Span<byte> target, int major, ulong argument)
    {
        int type = major << 5;
        switch (argument)
        {
            case < CborCode.Argument8:
                target[0] = (byte)(type | (int)argument);
                return 1;
            case <= byte.MaxValue:
                target[0] = (byte)(type | CborCode.Argument8);
                target[1] = (byte)argument;
                return 2;
            case <= ushort.MaxValue:
                target[0] = (byte)(type | (CborCode.Argument8 + 1));
                BinaryPrimitives.WriteUInt16BigEndian(target[1..], (ushort)argument);
                return 3;
            case <= uint.MaxValue:
                target[0] = (byte)(type | (CborCode.Argument8 + 2));
                BinaryPrimitives.WriteUInt32BigEndian(target[1..], (uint)argument);
                return 5;
            default:
                target[0] = (byte)(type | CborCode.Argument64);
                BinaryPrimitives.WriteUInt64BigEndian(target[1..], argument);
                return CborCode.MaxHeadBytes;
        }
    }

    /// <summary>Writes an integer and returns its length.</summary>
    public static int WriteInt(Span<byte> target, long value) => value >= 0
        ? Write(target, CborCode.Unsigned, (ulong)value)
        : Write(target, CborCode.Negative, (ulong)(-1 - value));

    /// <summary>Writes a float64 and returns its length.</summary>
    public static int WriteFloat64(Span<byte> target, double value)
    {
        target[0] = CborCode.Float64;
        BinaryPrimitives.WriteDoubleBigEndian(target[1..], value);
        return CborCode.MaxHeadBytes;
    }
}
