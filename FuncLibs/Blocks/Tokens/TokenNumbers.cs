using System.Buffers.Binary;
using System.Numerics;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Reads numbers with their own range, on top of <see cref="MessagePackReader.TryRead(out long)"/>.
/// </summary>
internal static class TokenNumbers
{
    private const int Float64Bytes = 9;
    private const int Float32Bytes = 5;

    /// <summary>Reads an integer between two bounds, inclusive.</summary>
    public static bool TryRead(this ref MessagePackReader reader, out long value, long min, long max)
    {
        int start = reader.Position;
        return reader.TryRead(out value)
            && ((value >= min && value <= max) || reader.Refuse(start, ReadFailure.OutOfRange));
    }

    /// <summary>Reads any integer that fits uint64.</summary>
    public static bool TryRead(this ref MessagePackReader reader, out ulong value)
    {
        int start = reader.Position;
        if (reader.NextCode == MessagePackCode.UInt64 && reader.Remaining >= Int64Run.MaxBytesPerItem)
        {
            value = BinaryPrimitives.ReadUInt64BigEndian(reader.Rest[1..]);
            reader.Seek(start + Int64Run.MaxBytesPerItem);
            return true;
        }

        bool read = reader.TryRead(out long signed);
        value = (ulong)signed;
        return read && (signed >= 0 || reader.Refuse(start, ReadFailure.OutOfRange));
    }

    /// <summary>Reads a float64, or a float32 or an integer that is exact as a double.</summary>
    public static bool TryRead(this ref MessagePackReader reader, out double value)
    {
        byte code = reader.NextCode;
        if (code is not (MessagePackCode.Float64 or MessagePackCode.Float32))
            return TryReadExactInt(ref reader, out value);
        int bytes = code == MessagePackCode.Float64 ? Float64Bytes : Float32Bytes;
        value = 0;
        if (reader.Remaining < bytes)
            return reader.Refuse(reader.Position, ReadFailure.Truncated);
        ReadOnlySpan<byte> body = reader.Rest[1..];
        value = bytes == Float64Bytes
            ? BinaryPrimitives.ReadDoubleBigEndian(body)
            : BinaryPrimitives.ReadSingleBigEndian(body);
        reader.Seek(reader.Position + bytes);
        return true;
    }

    /// <summary>True when an integer of this magnitude is exact as a double: trailing zeros aside, it has at most 53
    /// bits.</summary>
    public static bool IsExact(ulong magnitude) =>
        magnitude >> BitOperations.TrailingZeroCount(magnitude) < 1UL << 53;

    // 2^63 and above come as uint64.
    private static bool TryReadExactInt(ref MessagePackReader reader, out double value)
    {
        int start = reader.Position;
        value = 0;
        ulong magnitude;
        if (reader.NextCode == MessagePackCode.UInt64)
        {
            if (!reader.TryRead(out magnitude))
                return false;
            value = magnitude;
        }
        else
        {
            if (!reader.TryRead(out long integer))
                return false;
            magnitude = integer < 0 ? 0UL - (ulong)integer : (ulong)integer;
            value = integer;
        }

        return IsExact(magnitude) || reader.Refuse(start, ReadFailure.OutOfRange);
    }
}
