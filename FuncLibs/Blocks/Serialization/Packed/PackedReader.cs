using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>Reads ext 21. Everything is checked before the first point is written.</summary>
internal static class PackedReader
{
    private const int TrimBytesAt = 8;
    private const int MinTrim = 16;

    /// <summary>Points that a body states, or -1 when it is too short to state any.</summary>
    public static long CountOf(ReadOnlySpan<byte> body) =>
        body.Length < PackedFormat.HeaderBytes
            ? -1
            : BinaryPrimitives.ReadUInt32LittleEndian(body[PackedFormat.CountAt..]);

    /// <summary>Fills <paramref name="points"/>, or reports the reason and leaves them alone.</summary>
    /// <param name="input">From the start of the body to the end of the whole input: vector loads may look after the
    /// body.</param>
    /// <param name="length">Bytes of the body.</param>
    /// <param name="points">The column; the body must hold exactly as many points.</param>
    /// <param name="fault">Why it was refused.</param>
    public static bool TryRead(ReadOnlySpan<byte> input, int length, Span<double> points, out PackedFault fault)
    {
        ReadOnlySpan<byte> body = input[..length];
        if (!IsKnown(body, points.Length, out fault))
            return false;
        return (PackedMethod)body[1] switch
        {
            PackedMethod.Scaled => TryReadScaled<Offsets>(input, body, points, out fault),
            PackedMethod.ScaledDelta => TryReadScaled<Deltas>(input, body, points, out fault),
            PackedMethod.Trim => TryReadTrim(input, body, points, out fault),
            PackedMethod.Constant => TryReadConstant(body, points, out fault),
            PackedMethod.Repeat => RepeatColumn.TryRead(body, points, out fault),
            PackedMethod.Shuffle => ShuffleColumn.TryRead(body, points, out fault),
            _ => Refuse(DecodeStatus.UnsupportedEncoding, 1, "method 0 to 5 of ext 21", "method", body[1], out fault),
        };
    }

    /// <summary>Makes a fault and returns false.</summary>
    public static bool Refuse(
        DecodeStatus status, int offset, string expected, string found, long value, out PackedFault fault)
    {
        fault = new PackedFault(status, offset, expected, found, value);
        return false;
    }

    /// <summary>True when the bits after the last field are 0.</summary>
    public static bool IsPaddingZero(ReadOnlySpan<byte> body, int fieldsAt, int count, int width, out PackedFault fault)
    {
        fault = default;
        int used = (int)(((long)count * width) & 7);
        int last = fieldsAt + PackedFormat.FieldBytes(count, width) - 1;
        return used == 0 || body[last] >> used == 0
            || Refuse(
                DecodeStatus.OutOfRange, last, "0 in the bits after the last field", "a byte", body[last], out fault);
    }

    private static bool IsKnown(ReadOnlySpan<byte> body, int points, out PackedFault fault)
    {
        fault = default;
        if (body.Length < PackedFormat.HeaderBytes)
            return Refuse(DecodeStatus.LengthMismatch, 0, "8 header bytes in ext 21", "bytes", body.Length, out fault);
        if (body[0] != ColumnExt.Version)
            return Refuse(DecodeStatus.UnsupportedEncoding, 0, "version 1 of ext 21", "version", body[0], out fault);
        if ((body[2] | body[3]) != 0)
            return Refuse(
                DecodeStatus.UnsupportedEncoding,
                2,
                "2 zero bytes in the header of ext 21",
                "bytes",
                body[2] | (body[3] << 8),
                out fault);
        uint count = BinaryPrimitives.ReadUInt32LittleEndian(body[PackedFormat.CountAt..]);
        return count == (uint)points
            || Refuse(
                DecodeStatus.LengthMismatch,
                PackedFormat.CountAt,
                "as many packed points as the column has",
                "points",
                count,
                out fault);
    }

    private static bool TryReadConstant(ReadOnlySpan<byte> body, Span<double> points, out PackedFault fault)
    {
        fault = default;
        if (body.Length != PackedFormat.ConstantBytes)
            return Refuse(
                DecodeStatus.LengthMismatch, 0, "16 bytes of a constant column", "bytes", body.Length, out fault);
        MemoryMarshal
            .Cast<double, long>(points)
            .Fill(BinaryPrimitives.ReadInt64LittleEndian(body[PackedFormat.HeaderBytes..]));
        return true;
    }

    private static bool TryReadTrim(
        ReadOnlySpan<byte> input, ReadOnlySpan<byte> body, Span<double> points, out PackedFault fault)
    {
        fault = default;
        if (body.Length < PackedFormat.TrimFieldsAt)
            return Refuse(
                DecodeStatus.LengthMismatch,
                0,
                "24 bytes or more of a trimmed column",
                "bytes",
                body.Length,
                out fault);
        long head = BinaryPrimitives.ReadInt64LittleEndian(body[TrimBytesAt..]);
        if (head is < 1 or > PackedFormat.MaxTrimBytes)
            return Refuse(
                DecodeStatus.OutOfRange, TrimBytesAt, "1 to 7 bytes a point and 7 zeros", "a number", head, out fault);
        if (body.Length != PackedFormat.TrimFieldsAt + (head * points.Length))
            return Refuse(
                DecodeStatus.LengthMismatch,
                0,
                "as many bytes as by points and their bytes",
                "bytes",
                body.Length,
                out fault);
        var run = new FieldRun((int)head * 8, BinaryPrimitives.ReadInt64LittleEndian(body[MinTrim..]), 1);
        FieldReader.Read<Patterns, Product>(input[PackedFormat.TrimFieldsAt..], run, 0, points);
        return true;
    }

    private static bool TryReadScaled<TKind>(
        ReadOnlySpan<byte> input, ReadOnlySpan<byte> body, Span<double> points, out PackedFault fault)
        where TKind : struct, IFieldKind
    {
        if (!ScaledHeader.TryRead(body, points.Length, out ScaledHeader header, out fault)
            || !IsPaddingZero(body, header.FieldsAt, points.Length, header.Width, out fault))
        {
            return false;
        }

        ReadOnlySpan<byte> exceptions = body[^(header.Exceptions * PackedFormat.ExceptionBytes)..];
        if (!ScaledExceptions.AreInOrder(exceptions, body.Length, points.Length, out fault))
            return false;
        var run = new FieldRun(header.Width, header.Base, header.Scale.Factor);
        ReadOnlySpan<byte> fields = input[header.FieldsAt..];
        if (header.Scale.IsProduct)
            FieldReader.Read<TKind, Product>(fields, run, header.Start, points);
        else if (header.IsShortQuotient)
            FieldReader.Read<TKind, ShortQuotient>(fields, run, header.Start, points);
        else
            FieldReader.Read<TKind, Quotient>(fields, run, header.Start, points);
        ScaledExceptions.Apply(exceptions, points);
        return true;
    }
}

/// <summary>Why a packed column was refused. Texts are constants: making one does not allocate.</summary>
/// <param name="Status">What kind of fault.</param>
/// <param name="Offset">Offset of the offending byte in the ext's body.</param>
/// <param name="Expected">What was expected there.</param>
/// <param name="Found">What did.</param>
/// <param name="Value">The offending number.</param>
internal readonly record struct PackedFault(DecodeStatus Status, int Offset, string Expected, string Found, long Value);
