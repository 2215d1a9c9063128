using System.Numerics;

namespace FuncLibs.Blocks.Tokens;

/// <summary>Wire types of protobuf fields, and how fields are written.</summary>
internal static class ProtobufWire
{
    /// <summary>Bits of a tag that are the wire type.</summary>
    public const int Bits = 3;

    /// <summary>Mask of these bits.</summary>
    public const int Mask = 7;

    /// <summary>Wire type of int32, int64, uint32.</summary>
    public const int Varint = 0;

    /// <summary>Wire type of double and sfixed64.</summary>
    public const int Fixed64 = 1;

    /// <summary>Wire type of messages, bytes and packed fields.</summary>
    public const int Bytes = 2;

    /// <summary>Wire type of float and fixed32.</summary>
    public const int Fixed32 = 5;

    /// <summary>Bytes of a varint.</summary>
    public static int SizeOf(ulong value) => (70 - BitOperations.LeadingZeroCount(value | 1)) / 7;

    /// <summary>Bytes of a length-delimited field with a number below 16.</summary>
    public static int SizeOfField(int bytes) => 1 + SizeOf((ulong)bytes) + bytes;

    /// <summary>Writes the tag of a field with a number below 16 and returns its length, 1.</summary>
    public static int WriteTag(Span<byte> target, int field, int wire)
    {
        target[0] = (byte)((field << Bits) | wire);
        return 1;
    }

    /// <summary>Writes a varint and returns its length, 1 to 10.</summary>
    public static int WriteVarint(Span<byte> target, ulong value)
    {
        int used = 0;
        for (; value >= 0x80; value >>= 7)
            target[used++] = (byte)(value | 0x80);
        target[used++] = (byte)value;
        return used;
    }

    /// <summary>Name of a wire type, for messages.</summary>
    public static string NameOf(int wire) => wire switch
    {
        Varint => "a varint",
        Fixed64 => "a 64-bit field",
        Bytes => "a length-delimited field",
        Fixed32 => "a 32-bit field",
        3 or 4 => "a group",
        _ => "an unknown wire type",
    };
}
