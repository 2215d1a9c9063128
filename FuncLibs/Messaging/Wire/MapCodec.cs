using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire;

/// <summary>Writes one pair of a map.</summary>
internal delegate void PairWriter<in TValue>(ref MapWriter map, ReadOnlySpan<byte> key, TValue value);

/// <summary>Reads the value of a pair; <paramref name="member"/> is its name in a fault.</summary>
internal delegate bool ValueReader<TValue>(ref MapReader map, string member, out TValue value);

/// <summary>The name of an enum value on the wire, UTF-8.</summary>
internal delegate ReadOnlySpan<byte> NameWriter<in TEnum>(TEnum value);

/// <summary>Reads the name of an enum value; an unknown name gives the value for unknown ones.</summary>
internal delegate TEnum NameReader<out TEnum>(ReadOnlySpan<byte> utf8);

/// <summary>How values of one type are written and read in a map.</summary>
internal sealed record MapCodec<TValue>(PairWriter<TValue> Write, ValueReader<TValue> Read);

/// <summary>Codecs of the value types in control and broadcast messages.</summary>
internal static class MapCodec
{
    public static MapCodec<uint> UInt32 { get; } = new(
        (ref map, key, value) => map.Write(key, (ulong)value),
        (ref map, member, out value) => map.Read(member, out value));

    public static MapCodec<ulong> UInt64 { get; } = new(
        (ref map, key, value) => map.Write(key, value), (ref map, member, out value) => map.Read(member, out value));

    public static MapCodec<long> Int64 { get; } = new(
        (ref map, key, value) => map.Write(key, value), (ref map, member, out value) => map.Read(member, out value));

    public static MapCodec<double> Float64 { get; } = new(
        (ref map, key, value) => map.Write(key, value), (ref map, member, out value) => map.Read(member, out value));

    public static MapCodec<bool> Boolean { get; } = new(
        (ref map, key, value) => map.Write(key, value), (ref map, member, out value) => map.Read(member, out value));

    /// <summary>Text of up to <see cref="MapReader.MaxText"/> bytes.</summary>
    public static MapCodec<string> Text { get; } = new(
        (ref map, key, value) => map.Write(key, value), (ref map, member, out value) => map.Read(member, out value));

    /// <summary>A UUID as lower-case text.</summary>
    public static MapCodec<Guid> Uuid { get; } = new(
        (ref map, key, value) => map.Write(key, value), (ref map, member, out value) => map.Read(member, out value));

    /// <summary>An enum value by its name.</summary>
    public static MapCodec<TEnum> Name<TEnum>(NameWriter<TEnum> write, NameReader<TEnum> read)
        where TEnum : struct => new(
        (ref map, key, value) => map.WriteText(key, write(value)),
        (ref map, member, out value) =>
        {
            bool ok = map.Read(member, out ReadOnlySpan<byte> utf8);
            value = read(utf8);
            return ok;
        });

    /// <summary>The same, for an enum whose value 0 stands for unknown names.</summary>
    public static MapCodec<TEnum> Name<TEnum>(NameWriter<TEnum> write)
        where TEnum : struct, Enum => Name(write, utf8 => FindName(utf8, write));

    /// <summary>The value that has a name; the one of number 0 when none has. Does not allocate.</summary>
    public static TEnum FindName<TEnum>(ReadOnlySpan<byte> utf8, NameWriter<TEnum> write)
        where TEnum : struct, Enum
    {
        foreach (TEnum value in Members<TEnum>.All)
        {
            if (utf8.SequenceEqual(write(value)))
                return value;
        }

        return default;
    }

    private static class Members<TEnum>
        where TEnum : struct, Enum
    {
        public static readonly TEnum[] All = Enum.GetValues<TEnum>();
    }
}
