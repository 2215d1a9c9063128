using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>
/// One point at a time: for short columns, any processor, and columns with points that their scale does not hold.
/// </summary>
internal static class Quantiser64
{
    /// <summary>Makes the integers of a column; false when one of them does not return bit for bit.</summary>
    public static bool Run<TScaling>(
        ReadOnlySpan<double> points, Span<long> integers, Scale scale, out double min, out double max)
        where TScaling : struct, IScaling
    {
        double toInteger = scale.ToInteger;
        bool isExact = true;
        min = double.MaxValue;
        max = double.MinValue;
        for (int i = 0; i < points.Length; i++)
        {
            double sum = (points[i] * toInteger) + FieldRun.Magic;
            double k = sum - FieldRun.Magic;
            integers[i] = BitConverter.DoubleToInt64Bits(sum) - FieldRun.MagicBits;
            isExact &= IsSame(TScaling.Apply(k, scale.Factor), points[i]) && IsInteger(integers[i]);
            min = double.MinNative(k, min);
            max = double.MaxNative(k, max);
        }

        return isExact;
    }

    /// <summary>
    /// The same with room for points that do not return: they get the integer before them (the first ones, the first
    /// good one).
    /// </summary>
    /// <param name="points">The column.</param>
    /// <param name="scale">The scale.</param>
    /// <param name="integers">As many places as points.</param>
    /// <param name="exceptions">Room for the indices of such points.</param>
    /// <param name="range">Least and greatest integer.</param>
    /// <returns>Exceptions, or -1 when there is no room for them or no other point.</returns>
    public static int RunWithExceptions(
        ReadOnlySpan<double> points, Scale scale, Span<long> integers, Span<ushort> exceptions, out IntegerRange range)
    {
        double toInteger = scale.ToInteger;
        long min = long.MaxValue;
        long max = long.MinValue;
        long before = 0;
        int found = 0;
        for (int i = 0; i < points.Length; i++)
        {
            long k = BitConverter.DoubleToInt64Bits((points[i] * toInteger) + FieldRun.Magic) - FieldRun.MagicBits;
            if (!IsInteger(k) || !IsSame(scale.Apply(k), points[i]))
            {
                if (found == exceptions.Length)
                    break;
                exceptions[found++] = (ushort)i;
                integers[i] = before;
                continue;
            }

            if (min > max)
                integers[..i].Fill(k);
            (min, max, before, integers[i]) = (Math.Min(min, k), Math.Max(max, k), k, k);
        }

        range = new IntegerRange(min, max);
        bool isWhole = found < exceptions.Length && min <= max;
        return isWhole ? found : -1;
    }

    private static bool IsInteger(long k) => k is >= -PackedFormat.Bound and < PackedFormat.Bound;

    private static bool IsSame(double a, double b) =>
        BitConverter.DoubleToInt64Bits(a) == BitConverter.DoubleToInt64Bits(b);
}
