using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>What is before the fields of methods 1 and 2, checked: see the table in docs/wire-format.md.</summary>
internal readonly ref struct ScaledHeader
{
    private const int WidthAt = 8;
    private const int ScaleAt = 9;
    private const int ExceptionsAt = 10;

    private ScaledHeader(ReadOnlySpan<byte> body, int count, Scale scale, int fieldsAt)
    {
        Width = body[WidthAt];
        Scale = scale;
        Base = BinaryPrimitives.ReadInt64LittleEndian(body[PackedFormat.BaseAt..]);
        Start =
            IsDelta(body) ? BinaryPrimitives.ReadInt64LittleEndian(body[(PackedFormat.BaseAt + sizeof(long))..]) : 0;
        Exceptions = BinaryPrimitives.ReadUInt16LittleEndian(body[ExceptionsAt..]);
        FieldsAt = fieldsAt;
        (Min, Max) = Bounds((PackedMethod)body[1], count, Width, Base, Start);
    }

    public int Width { get; }

    public Scale Scale { get; }

    public long Base { get; }

    public long Start { get; }

    public int Exceptions { get; }

    public int FieldsAt { get; }

    /// <summary>Least integer that the header allows.</summary>
    public double Min { get; }

    /// <summary>Greatest integer that the header allows.</summary>
    public double Max { get; }

    /// <summary>True when every such integer may be divided the short way.</summary>
    public bool IsShortQuotient => Scale.IsShortQuotient(Min, Max);

    /// <summary>Bytes before the fields.</summary>
    public static int SizeOf(PackedMethod method, Scale scale) =>
        PackedFormat.BaseAt + sizeof(long) + (method == PackedMethod.ScaledDelta ? sizeof(long) : 0)
            + scale.FactorBytes;

    /// <summary>
    /// Bounds that the integers of a column cannot leave. As float64, which is exact up to 2^53 and so wherever the
    /// answer matters.
    /// </summary>
    public static (double Min, double Max) Bounds(PackedMethod method, int count, int width, long min, long start)
    {
        long step = unchecked(min + (1L << width) - 1);
        return method == PackedMethod.Scaled
            ? (min, step)
            : (start + ((double)count * Math.Min(0, min)), start + ((double)count * Math.Max(0, step)));
    }

    /// <summary>Reads and checks everything before the fields, and that the body is as long as it must be.</summary>
    public static bool TryRead(ReadOnlySpan<byte> body, int count, out ScaledHeader header, out PackedFault fault)
    {
        header = default;
        const int Min = PackedFormat.BaseAt + sizeof(long);
        if (body.Length < Min)
            return Refuse(
                DecodeStatus.LengthMismatch, 0, "20 bytes or more of scaled integers", "bytes", body.Length, out fault);
        if (body[WidthAt] > PackedFormat.MaxWidth)
            return Refuse(DecodeStatus.OutOfRange, WidthAt, "a width of 0 to 52", "width", body[WidthAt], out fault);
        int factorAt = Min + (IsDelta(body) ? sizeof(long) : 0);
        int fieldsAt = factorAt + (body[ScaleAt] >= Scale.Divide ? sizeof(double) : 0);
        if (body.Length < fieldsAt)
            return Refuse(
                DecodeStatus.LengthMismatch, 0, "a whole header of scaled integers", "bytes", body.Length, out fault);
        if (!Scale.TryRead(body[ScaleAt], body[factorAt..fieldsAt], out Scale scale))
            return Refuse(
                DecodeStatus.OutOfRange,
                ScaleAt,
                "a scale of 0 to 22, or 254 or 255 with a normal factor",
                "scale",
                body[ScaleAt],
                out fault);
        header = new ScaledHeader(body, count, scale, fieldsAt);
        long whole = fieldsAt + PackedFormat.FieldBytes(count, header.Width)
            + ((long)PackedFormat.ExceptionBytes * header.Exceptions);
        if (body.Length != whole)
            return Refuse(
                DecodeStatus.LengthMismatch,
                0,
                "as many bytes as by width, points and exceptions",
                "bytes",
                body.Length,
                out fault);
        return header.IsBounded(out fault);
    }

    private static bool IsDelta(ReadOnlySpan<byte> body) => body[1] == (byte)PackedMethod.ScaledDelta;

    private static bool IsInteger(long value) => value is >= -PackedFormat.Bound and < PackedFormat.Bound;

    private bool IsBounded(out PackedFault fault)
    {
        if (!IsInteger(Base))
            return Refuse(DecodeStatus.OutOfRange, PackedFormat.BaseAt, "a base in ±2^51", "base", Base, out fault);
        if (!IsInteger(Start))
            return Refuse(
                DecodeStatus.OutOfRange,
                PackedFormat.BaseAt + sizeof(long),
                "a start in ±2^51",
                "start",
                Start,
                out fault);
        fault = default;
        return (Min >= -PackedFormat.Bound && Max < PackedFormat.Bound)
            || Refuse(DecodeStatus.OutOfRange, WidthAt, "integers that stay in ±2^51", "width", Width, out fault);
    }

    private static bool Refuse(
        DecodeStatus status, int offset, string expected, string found, long value, out PackedFault fault)
    {
        fault = new PackedFault(status, offset, expected, found, value);
        return false;
    }
}

/// <summary>
/// Points that no integer gives: u16 index and the 8 raw bytes, after the fields of methods 1 and 2.
/// </summary>
internal static class ScaledExceptions
{
    /// <summary>True when the indices are less than <paramref name="count"/> and strictly ascending.</summary>
    public static bool AreInOrder(ReadOnlySpan<byte> exceptions, int bodyLength, int count, out PackedFault fault)
    {
        fault = default;
        int before = -1;
        for (int at = 0; at < exceptions.Length; at += PackedFormat.ExceptionBytes)
        {
            int index = BinaryPrimitives.ReadUInt16LittleEndian(exceptions[at..]);
            if (index <= before || index >= count)
            {
                return PackedReader.Refuse(
                    DecodeStatus.OutOfRange,
                    bodyLength - exceptions.Length + at,
                    "ascending points of the column",
                    "the exception",
                    index,
                    out fault);
            }

            before = index;
        }

        return true;
    }

    /// <summary>Puts checked exceptions into the column.</summary>
    public static void Apply(ReadOnlySpan<byte> exceptions, Span<double> points)
    {
        Span<long> bits = MemoryMarshal.Cast<double, long>(points);
        for (; !exceptions.IsEmpty; exceptions = exceptions[PackedFormat.ExceptionBytes..])
            bits[BinaryPrimitives.ReadUInt16LittleEndian(exceptions)] = BinaryPrimitives.ReadInt64LittleEndian(
                exceptions[sizeof(ushort)..]);
    }

    /// <summary>Writes the exceptions of a column.</summary>
    public static int Write(ReadOnlySpan<ushort> indices, ReadOnlySpan<double> points, Span<byte> target)
    {
        ReadOnlySpan<long> bits = MemoryMarshal.Cast<double, long>(points);
        int used = 0;
        foreach (ushort index in indices)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(target[used..], index);
            BinaryPrimitives.WriteInt64LittleEndian(target[(used + sizeof(ushort))..], bits[index]);
            used += PackedFormat.ExceptionBytes;
        }

        return used;
    }
}
