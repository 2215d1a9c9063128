using System.Formats.Cbor;
using System.Globalization;
using System.Numerics;

namespace FuncLibs.Objects.Cbor;

/// <summary>
/// How values are items of CBOR (RFC 8949): numbers as they are, times by tag 0 (RFC 3339), decimals by tag 4, big
/// integers by tags 2 and 3, a Guid as its 16 bytes in the order of its text by tag 37 (RFC 9562), the rest as text.
/// </summary>
internal static class CborScalars
{
    private const CborTag Uuid = (CborTag)37;
    private const int UuidBytes = 16;
    private const string Roundtrip = "O";
    private const string Unspecified = "yyyy-MM-dd'T'HH:mm:ss.FFFFFFF";

    private static readonly Dictionary<Type, object> All = new object[]
    {
        new CborScalar<bool>((writer, value) => writer.WriteBoolean(value), reader => reader.ReadBoolean()),
        new CborScalar<byte>(
            (writer, value) => writer.WriteUInt32(value), reader => checked((byte)reader.ReadUInt32())),
        new CborScalar<sbyte>(
            (writer, value) => writer.WriteInt32(value), reader => checked((sbyte)reader.ReadInt32())),
        new CborScalar<short>(
            (writer, value) => writer.WriteInt32(value), reader => checked((short)reader.ReadInt32())),
        new CborScalar<ushort>(
            (writer, value) => writer.WriteUInt32(value), reader => checked((ushort)reader.ReadUInt32())),
        new CborScalar<int>((writer, value) => writer.WriteInt32(value), reader => reader.ReadInt32()),
        new CborScalar<uint>((writer, value) => writer.WriteUInt32(value), reader => reader.ReadUInt32()),
        new CborScalar<long>((writer, value) => writer.WriteInt64(value), reader => reader.ReadInt64()),
        new CborScalar<ulong>((writer, value) => writer.WriteUInt64(value), reader => reader.ReadUInt64()),
        new CborScalar<Half>((writer, value) => writer.WriteHalf(value), reader => reader.ReadHalf()),
        new CborScalar<float>((writer, value) => writer.WriteSingle(value), reader => reader.ReadSingle()),
        new CborScalar<double>((writer, value) => writer.WriteDouble(value), ReadDouble),
        new CborScalar<decimal>((writer, value) => writer.WriteDecimal(value), reader => reader.ReadDecimal()),
        new CborScalar<BigInteger>((writer, value) => writer.WriteBigInteger(value), reader => reader.ReadBigInteger()),
        new CborScalar<string>((writer, value) => writer.WriteTextString(value), reader => reader.ReadTextString()),
        new CborScalar<char>(
            (writer, value) => writer.WriteTextString(value.ToString()), reader => char.Parse(reader.ReadTextString())),
        new CborScalar<byte[]>((writer, value) => writer.WriteByteString(value), reader => reader.ReadByteString()),
        new CborScalar<Guid>(WriteGuid, ReadGuid),
        new CborScalar<DateTimeOffset>(
            (writer, value) => writer.WriteDateTimeOffset(value), reader => reader.ReadDateTimeOffset()),
        new CborScalar<DateTime>(WriteTime, ReadTime),
        new CborScalar<TimeSpan>(
            (writer, value) => writer.WriteInt64(value.Ticks), reader => TimeSpan.FromTicks(reader.ReadInt64())),
        Text(value => value.ToString(Roundtrip, CultureInfo.InvariantCulture), text =>
            DateOnly.ParseExact(text, Roundtrip, CultureInfo.InvariantCulture)),
        Text(value => value.ToString(Roundtrip, CultureInfo.InvariantCulture), text =>
            TimeOnly.ParseExact(text, Roundtrip, CultureInfo.InvariantCulture)),
        Text(value => value.OriginalString, text => new Uri(text, UriKind.RelativeOrAbsolute)),
        Text(value => value.ToString(), Version.Parse),
    }.ToDictionary(converter => converter.GetType().GetGenericArguments()[0]);

    /// <summary>The converter of a type; null when it is not of one item.</summary>
    public static CborConverter<T>? Find<T>() => All.GetValueOrDefault(typeof(T)) as CborConverter<T>;

    private static CborScalar<T> Text<T>(Func<T, string> format, Func<string, T> parse) => new(
        (writer, value) => writer.WriteTextString(format(value)), reader => parse(reader.ReadTextString()));

    // A writer may have chosen a shorter form, or an integer.
    private static double ReadDouble(CborReader reader) => reader.PeekState() switch
    {
        CborReaderState.UnsignedInteger => reader.ReadUInt64(),
        CborReaderState.NegativeInteger => reader.ReadInt64(),
        _ => reader.ReadDouble(),
    };

    private static void WriteGuid(CborWriter writer, Guid value)
    {
        Span<byte> bytes = stackalloc byte[UuidBytes];
        value.TryWriteBytes(bytes, bigEndian: true, out _);
        writer.WriteTag(Uuid);
        writer.WriteByteString(bytes);
    }

    private static Guid ReadGuid(CborReader reader)
    {
        if (reader.PeekState() == CborReaderState.Tag && reader.ReadTag() is var tag && tag != Uuid)
            throw new CborContentException($"tag {(ulong)tag} is no UUID");
        byte[] bytes = reader.ReadByteString();
        return bytes.Length == UuidBytes ? new Guid(bytes, bigEndian: true)
            : throw new CborContentException($"a UUID has {UuidBytes} bytes, not {bytes.Length}");
    }

    // RFC 3339 needs an offset, which a time of unknown kind does not have.
    private static void WriteTime(CborWriter writer, DateTime value)
    {
        if (value.Kind != DateTimeKind.Unspecified)
            writer.WriteTag(CborTag.DateTimeString);
        writer.WriteTextString(value.ToString(Roundtrip, CultureInfo.InvariantCulture));
    }

    private static DateTime ReadTime(CborReader reader)
    {
        if (reader.PeekState() != CborReaderState.Tag)
            return DateTime.ParseExact(
                reader.ReadTextString(), Unspecified, CultureInfo.InvariantCulture, DateTimeStyles.None);
        DateTimeOffset time = reader.ReadDateTimeOffset();
        return time.Offset == TimeSpan.Zero ? time.UtcDateTime : time.LocalDateTime;
    }
}
