using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Reads the packed columns that nearly all are, constants and scaled integers of at most 30 bits without exceptions,
/// with a handful of loads and comparisons. It takes a part of what <see cref="PackedReader"/> takes, which reads all
/// others and reports what is wrong.
/// </summary>
internal static class PackedFastPath
{
    private const byte FixExt16 = 0xD8;
    private const byte Ext8 = 0xC7;
    private const byte Ext16 = 0xC8;
    private const int ConstantHead = 2;
    private const int MaxWidth = 30;
    private const int MaxPoints = ushort.MaxValue;
    private const long MaxInteger = 1L << 31;

    // The longest head, and what the loops may load after the last field.
    private const int LongestHead = 4 + PackedFormat.HeaderBytes + 28;
    private const int Room = LongestHead + FieldReader.LoadBytes;

    /// <summary>True when a packed column of so many points seems to follow.</summary>
    public static bool IsNext(ReadOnlySpan<byte> rest, int points)
    {
        if (rest.Length < Room || !BitConverter.IsLittleEndian)
            return false;
        int body = BodyAt(Load<uint>(rest, 0), out _);
        return body > 0 && Load<int>(rest, body + PackedFormat.CountAt) == points;
    }

    /// <summary>Fills <paramref name="points"/> from the column that follows.</summary>
    /// <returns>Bytes of the column; 0 when it is an unusual one, or bad, and no point was written.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)] // The sweep's loop over plain columns keeps its registers.
    public static int TryRead(ReadOnlySpan<byte> rest, Span<double> points)
    {
        if (rest.Length < Room || points.Length > MaxPoints || !BitConverter.IsLittleEndian)
            return 0;
        int body = BodyAt(Load<uint>(rest, 0), out int length);
        if (body == 0)
            return 0;

        // Version, method, two zeros and the count, as one number.
        ulong head = Load<ulong>(rest, body) ^ (ColumnExt.Version | ((ulong)(uint)points.Length << 32));
        bool isRead = head switch
        {
            (ulong)PackedMethod.Constant << 8 => TryFill(rest, body, length, points),
            (ulong)PackedMethod.Scaled << 8 => TryReadScaled<Offsets>(rest, body, length, points),
            (ulong)PackedMethod.ScaledDelta << 8 => TryReadScaled<Deltas>(rest, body, length, points),
            _ => false,
        };
        return isRead ? body + length : 0;
    }

    // Where the body begins, or 0 when no ext 21 of a usual size does.
    private static int BodyAt(uint lead, out int length)
    {
        const uint Type = (uint)ColumnExt.PackedFloats;
        if ((lead & 0xFF_00_FF) == ((Type << 16) | Ext8))
        {
            length = (byte)(lead >> 8);
            return 3;
        }

        if ((lead & 0xFF_00_00_FF) == ((Type << 24) | Ext16))
        {
            length = (int)(((lead >> 8) & 0xFF) << 8 | ((lead >> 16) & 0xFF));
            return 4;
        }

        length = PackedFormat.ConstantBytes;
        return (lead & 0xFF_FF) == ((Type << 8) | FixExt16) ? ConstantHead : 0;
    }

    private static bool TryFill(ReadOnlySpan<byte> rest, int body, int length, Span<double> points)
    {
        if (length != PackedFormat.ConstantBytes)
            return false;
        MemoryMarshal.Cast<double, long>(points).Fill(Load<long>(rest, body + PackedFormat.HeaderBytes));
        return true;
    }

    private static bool TryReadScaled<TKind>(ReadOnlySpan<byte> rest, int body, int length, Span<double> points)
        where TKind : struct, IFieldKind
    {
        uint form = Load<uint>(rest, body + PackedFormat.HeaderBytes);
        (int width, byte scale, int exceptions) = ((byte)form, (byte)(form >> 8), (int)(form >> 16));
        long min = Load<long>(rest, body + PackedFormat.BaseAt);
        long before = TKind.IsDelta ? Load<long>(rest, body + PackedFormat.BaseAt + sizeof(long)) : 0;
        int fields = body + PackedFormat.BaseAt + (TKind.IsDelta ? 2 * sizeof(long) : sizeof(long));
        double factor = 1;
        if (scale == Scale.Multiply)
        {
            factor = Load<double>(rest, fields);
            fields += sizeof(double);
        }

        int bytes = PackedFormat.FieldBytes(points.Length, width);
        if (width > MaxWidth || exceptions != 0 || body + length != fields + bytes
            || rest.Length < fields + bytes + FieldReader.LoadBytes
            || !IsInteger(min) || !IsInteger(before)
            || !IsPaddingZero(rest, fields + bytes, points.Length * width))
        {
            return false;
        }

        var run = new FieldRun(width, min, factor);
        if (scale is 0 || (scale == Scale.Multiply && double.IsNormal(factor) && factor > 0))
        {
            FieldReader.ReadGroups<TKind, Product>(rest[fields..], run, ref before, points);
            return true;
        }

        if (scale > Scale.MaxShortPower || !IsShort<TKind>(run, before, points.Length))
            return false;
        run = run with { Factor = Scale.OfPower(scale).Factor };
        FieldReader.ReadGroups<TKind, ShortQuotient>(rest[fields..], run, ref before, points);
        return true;
    }

    // So small that no sum of these over a column overflows, or leaves the integers that ext 21 may hold.
    private static bool IsInteger(long value) => (ulong)(value + MaxInteger) < 2 * (ulong)MaxInteger;

    // True when every integer of the column may be divided the short way.
    private static bool IsShort<TKind>(in FieldRun run, long before, int count)
        where TKind : struct, IFieldKind
    {
        long max = run.Base + run.Mask;
        return TKind.IsDelta
            ? before + (count * Math.Min(0, run.Base)) > -MaxInteger
            && before + (count * Math.Max(0, max)) < MaxInteger
            : run.Base > -MaxInteger && max < MaxInteger;
    }

    private static bool IsPaddingZero(ReadOnlySpan<byte> rest, int end, int bits)
    {
        int used = bits & 7;
        return used == 0 || Load<byte>(rest, end - 1) >> used == 0;
    }

    private static T Load<T>(ReadOnlySpan<byte> rest, int offset)
        where T : unmanaged => MemoryMarshal.Read<T>(rest[offset..]);
}
