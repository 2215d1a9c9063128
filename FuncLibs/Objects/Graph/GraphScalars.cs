using System.Buffers;
using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>Writes a value of one item.</summary>
internal delegate void ScalarWriter<in T>(ref MessagePackWriter writer, T value);

/// <summary>Reads a value of one item.</summary>
internal delegate T ScalarReader<out T>(ref MessagePackReader reader);

/// <summary>A value of one item.</summary>
/// <param name="write">Writes it.</param>
/// <param name="read">Reads it.</param>
internal sealed class GraphScalar<T>(ScalarWriter<T> write, ScalarReader<T> read) : GraphConverter<T>
{
    public override void Write(ref MessagePackWriter writer, T? value, GraphWriteContext context)
    {
        if (value is null)
            writer.WriteNil();
        else
            write(ref writer, value);
    }

    public override void Read(ref MessagePackReader reader, ref T? value, GraphReadContext context) =>
        value = default(T) is null && reader.TryReadNil() ? default : read(ref reader);
}

/// <summary>Most numbers are these: they need no delegate.</summary>
internal sealed class GraphDouble : GraphConverter<double>
{
    public override void Write(ref MessagePackWriter writer, double value, GraphWriteContext context) =>
        writer.Write(value);

    public override void Read(ref MessagePackReader reader, ref double value, GraphReadContext context) =>
        value = reader.ReadDouble();
}

/// <summary>See <see cref="GraphDouble"/>.</summary>
internal sealed class GraphInt32 : GraphConverter<int>
{
    public override void Write(ref MessagePackWriter writer, int value, GraphWriteContext context) =>
        writer.Write(value);

    public override void Read(ref MessagePackReader reader, ref int value, GraphReadContext context) =>
        value = reader.ReadInt32();
}

/// <summary>An enum as its number.</summary>
/// <param name="number">Converter of the number.</param>
internal sealed class GraphEnum<TEnum, TNumber>(GraphConverter<TNumber> number) : GraphConverter<TEnum>
    where TEnum : struct, Enum
    where TNumber : unmanaged
{
    public override void Write(ref MessagePackWriter writer, TEnum value, GraphWriteContext context) =>
        number.Write(ref writer, Unsafe.BitCast<TEnum, TNumber>(value), context);

    public override void Read(ref MessagePackReader reader, ref TEnum value, GraphReadContext context)
    {
        TNumber read = default;
        number.Read(ref reader, ref read, context);
        value = Unsafe.BitCast<TNumber, TEnum>(read);
    }
}

/// <summary>A text; with references one that was met before is referred to.</summary>
internal sealed class GraphText : GraphConverter<string>
{
    public override void Write(ref MessagePackWriter writer, string? value, GraphWriteContext context) =>
        context.WriteText(ref writer, value);

    public override void Read(ref MessagePackReader reader, ref string? value, GraphReadContext context) =>
        value = context.ReadText(ref reader, value);
}

/// <summary>A value whose form is a text.</summary>
/// <param name="format">Makes the text.</param>
/// <param name="parse">Reads the text.</param>
internal sealed class GraphFormatted<T>(Func<T, string> format, Func<string, T> parse) : GraphConverter<T>
    where T : class
{
    public override void Write(ref MessagePackWriter writer, T? value, GraphWriteContext context) =>
        context.WriteText(ref writer, value is null ? null : format(value));

    public override void Read(ref MessagePackReader reader, ref T? value, GraphReadContext context) =>
        value = context.ReadText(ref reader, null) is { } text ? parse(text) : null;
}

/// <summary>Bytes; those of the same number are read into the array that is there.</summary>
internal sealed class GraphBytes : GraphConverter<byte[]>
{
    public override void Write(ref MessagePackWriter writer, byte[]? value, GraphWriteContext context) =>
        writer.Write(value);

    public override void Read(ref MessagePackReader reader, ref byte[]? value, GraphReadContext context)
    {
        // The library takes a text for bytes, too, and texts are numbered.
        if (reader.NextMessagePackType == MessagePackType.String)
            throw new GraphException("a text where bytes are expected");
        if (reader.ReadBytes() is not { } bytes)
        {
            value = null;
            return;
        }

        if (value is null || value.Length != bytes.Length || !context.Claim(value))
            value = new byte[bytes.Length];
        BuffersExtensions.CopyTo(bytes, value);
    }
}

/// <summary>
/// How values of one item are MessagePack: numbers as they are, what MessagePack lacks as extensions.
/// </summary>
internal static class GraphScalars
{
    private const int UuidBytes = 16;
    private const int DecimalBytes = 16;
    private const int TimeBytes = 8;
    private const int OffsetBytes = 10;

    private static readonly Dictionary<Type, object> All = new object[]
    {
        new GraphScalar<bool>(
            (ref writer, value) => writer.Write(value), (ref reader) => reader.ReadBoolean()),
        new GraphScalar<byte>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadByte()),
        new GraphScalar<sbyte>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadSByte()),
        new GraphScalar<short>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadInt16()),
        new GraphScalar<ushort>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadUInt16()),
        new GraphInt32(),
        new GraphScalar<uint>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadUInt32()),
        new GraphScalar<long>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadInt64()),
        new GraphScalar<ulong>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadUInt64()),
        new GraphScalar<float>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadSingle()),
        new GraphDouble(),
        new GraphScalar<char>((ref writer, value) => writer.Write(value), (ref reader) => reader.ReadChar()),
        new GraphScalar<decimal>(WriteDecimal, ReadDecimal),
        new GraphScalar<Guid>(WriteUuid, ReadUuid),
        new GraphScalar<DateTime>(WriteTime, ReadTime),
        new GraphScalar<DateTimeOffset>(WriteTimeWithOffset, ReadTimeWithOffset),
        new GraphScalar<TimeSpan>(
            (ref writer, value) => writer.Write(value.Ticks), (ref reader) => new TimeSpan(reader.ReadInt64())),
        new GraphScalar<DateOnly>(
            (ref writer, value) => writer.Write(value.DayNumber),
            (ref reader) => DateOnly.FromDayNumber(reader.ReadInt32())),
        new GraphScalar<TimeOnly>(
            (ref writer, value) => writer.Write(value.Ticks), (ref reader) => new TimeOnly(reader.ReadInt64())),
        new GraphScalar<BigInteger>(
            (ref writer, value) => writer.Write(value.ToByteArray()), ReadBigInteger),
        new GraphText(),
        new GraphBytes(),
        new GraphFormatted<Uri>(value => value.OriginalString, text => new Uri(text, UriKind.RelativeOrAbsolute)),
        new GraphFormatted<Version>(value => value.ToString(), Version.Parse),
    }.ToDictionary(TypeOf);

    /// <summary>The converter of a type; null when it is not of one item.</summary>
    public static GraphConverter<T>? Find<T>() => All.GetValueOrDefault(typeof(T)) as GraphConverter<T>;

    private static Type TypeOf(object converter)
    {
        Type type = converter.GetType();
        while (!type.IsGenericType || type.GetGenericTypeDefinition() != typeof(GraphConverter<>))
            type = type.BaseType!;
        return type.GetGenericArguments()[0];
    }

    private static void WriteDecimal(ref MessagePackWriter writer, decimal value)
    {
        Span<int> parts = stackalloc int[sizeof(decimal) / sizeof(int)];
        decimal.GetBits(value, parts);
        writer.Write(new ExtensionHeader(GraphFormat.Decimal, DecimalBytes));
        Span<byte> bytes = writer.GetSpan(DecimalBytes);
        for (int i = 0; i < parts.Length; i++)
            BinaryPrimitives.WriteInt32BigEndian(bytes[(i * sizeof(int))..], parts[i]);
        writer.Advance(DecimalBytes);
    }

    private static decimal ReadDecimal(ref MessagePackReader reader)
    {
        Span<byte> bytes = stackalloc byte[DecimalBytes];
        ReadExtension(ref reader, GraphFormat.Decimal, bytes);
        Span<int> parts = stackalloc int[sizeof(decimal) / sizeof(int)];
        for (int i = 0; i < parts.Length; i++)
            parts[i] = BinaryPrimitives.ReadInt32BigEndian(bytes[(i * sizeof(int))..]);
        return new decimal(parts);
    }

    private static void WriteUuid(ref MessagePackWriter writer, Guid value)
    {
        writer.Write(new ExtensionHeader(GraphFormat.Uuid, UuidBytes));
        value.TryWriteBytes(writer.GetSpan(UuidBytes), bigEndian: true, out _);
        writer.Advance(UuidBytes);
    }

    private static Guid ReadUuid(ref MessagePackReader reader)
    {
        Span<byte> bytes = stackalloc byte[UuidBytes];
        ReadExtension(ref reader, GraphFormat.Uuid, bytes);
        return new Guid(bytes, bigEndian: true);
    }

    private static void WriteTime(ref MessagePackWriter writer, DateTime value)
    {
        writer.Write(new ExtensionHeader(GraphFormat.Time, TimeBytes));
        BinaryPrimitives.WriteInt64BigEndian(writer.GetSpan(TimeBytes), value.ToBinary());
        writer.Advance(TimeBytes);
    }

    private static DateTime ReadTime(ref MessagePackReader reader)
    {
        Span<byte> bytes = stackalloc byte[TimeBytes];
        ReadExtension(ref reader, GraphFormat.Time, bytes);
        return DateTime.FromBinary(BinaryPrimitives.ReadInt64BigEndian(bytes));
    }

    private static void WriteTimeWithOffset(ref MessagePackWriter writer, DateTimeOffset value)
    {
        writer.Write(new ExtensionHeader(GraphFormat.TimeWithOffset, OffsetBytes));
        Span<byte> bytes = writer.GetSpan(OffsetBytes);
        BinaryPrimitives.WriteInt64BigEndian(bytes, value.UtcTicks);
        BinaryPrimitives.WriteInt16BigEndian(bytes[TimeBytes..], (short)value.TotalOffsetMinutes);
        writer.Advance(OffsetBytes);
    }

    private static DateTimeOffset ReadTimeWithOffset(ref MessagePackReader reader)
    {
        Span<byte> bytes = stackalloc byte[OffsetBytes];
        ReadExtension(ref reader, GraphFormat.TimeWithOffset, bytes);
        DateTime utc = new(BinaryPrimitives.ReadInt64BigEndian(bytes), DateTimeKind.Utc);
        return new DateTimeOffset(utc).ToOffset(
            TimeSpan.FromMinutes(BinaryPrimitives.ReadInt16BigEndian(bytes[TimeBytes..])));
    }

    private static BigInteger ReadBigInteger(ref MessagePackReader reader)
    {
        ReadOnlySequence<byte> bytes = reader.ReadBytes()
            ?? throw new GraphException("a number is null");
        return new BigInteger(BuffersExtensions.ToArray(bytes));
    }

    private static void ReadExtension(ref MessagePackReader reader, sbyte type, scoped Span<byte> bytes)
    {
        Extension found = reader.ReadExtension();
        if (found.Header.TypeCode != type || found.Data.Length != bytes.Length)
            throw new GraphException(
                $"extension {found.Header.TypeCode} of {found.Data.Length} bytes, expected {type} of {bytes.Length}");
        BuffersExtensions.CopyTo(found.Data, bytes);
    }
}
