using System.Runtime.InteropServices;
using K4os.Compression.LZ4;

namespace Benchmarks.Tests.Serialization;

/// <summary>
/// Sizes of the methods of ext 21 by the tables in docs/wire-format.md, worked out without a line of the packer: what
/// it chose is held against the smallest of them. Scales are the powers of ten up to 10^6 and the 1/4096 of the
/// converter; exceptions are not tried.
/// </summary>
internal static class MethodSizes
{
    private const int Header = 8;
    private const int ScaledHeader = 20;
    private const int TrimHeader = 24;
    private const double ConverterSteps = 4096;
    private const int MaxPower = 6;

    /// <summary>Bytes of the smallest body that a column can have, ext 20 among them.</summary>
    public static int Smallest(ReadOnlySpan<double> column)
    {
        int size = Math.Min(
            Header + (column.Length * sizeof(double)),
            Math.Min(Repeat(column), Math.Min(Trim(column), Shuffle(column))));
        for (int power = 0; power <= MaxPower; power++)
            size = Math.Min(size, Scaled(column, Math.Pow(10, power), factorBytes: 0));
        return Math.Min(size, Scaled(column, ConverterSteps, sizeof(double)));
    }

    // Methods 0 and 4.
    private static int Repeat(ReadOnlySpan<double> column)
    {
        ReadOnlySpan<long> bits = MemoryMarshal.Cast<double, long>(column);
        int changes = 1;
        for (int i = 1; i < bits.Length; i++)
            changes += bits[i] == bits[i - 1] ? 0 : 1;
        return changes == 1
            ? Header + sizeof(double)
            : Header + FieldBytes(column.Length, 1) + (changes * sizeof(double));
    }

    // Methods 1 and 2; a column that this scale does not hold is as large as can be.
    private static int Scaled(ReadOnlySpan<double> column, double steps, int factorBytes)
    {
        long[] k = new long[column.Length];
        long[] deltas = new long[Math.Max(1, column.Length - 1)];
        for (int i = 0; i < k.Length; i++)
        {
            k[i] = (long)Math.Round(column[i] * steps);
            if (BitConverter.DoubleToInt64Bits(k[i] / steps) != BitConverter.DoubleToInt64Bits(column[i]))
                return int.MaxValue;
            if (i > 0)
                deltas[i - 1] = k[i] - k[i - 1];
        }

        int plain = ScaledHeader + factorBytes + FieldBytes(k.Length, Width(k));
        return Math.Min(plain, ScaledHeader + sizeof(long) + factorBytes + FieldBytes(k.Length, Width(deltas)));
    }

    // Method 5.
    private static int Trim(ReadOnlySpan<double> column)
    {
        ulong[] bits = MemoryMarshal.Cast<double, ulong>(column).ToArray();
        ulong range = bits.Max() - bits.Min();
        return TrimHeader + (column.Length * Math.Max(1, (64 - (int)ulong.LeadingZeroCount(range) + 7) / 8));
    }

    // Method 3.
    private static int Shuffle(ReadOnlySpan<double> column)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.AsBytes(column);
        byte[] planes = new byte[bytes.Length];
        for (int i = 0; i < bytes.Length; i++)
            planes[(i % sizeof(double) * column.Length) + (i / sizeof(double))] = bytes[i];
        byte[] block = new byte[2 * bytes.Length + 64];
        return Header + LZ4Codec.Encode(planes, block, LZ4Level.L00_FAST);
    }

    private static int FieldBytes(int count, int width) => ((count * width) + 7) / 8;

    private static int Width(long[] values) => 64 - (int)long.LeadingZeroCount(values.Max() - values.Min());
}
