using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>Writes numbers as System.Text.Json does: the shortest text that reads back to the same bits.</summary>
internal static class JsonFloat
{
    /// <summary>Longest text of a float64, quotes and a comma with it.</summary>
    public const int MaxBytes = 26;

    private const int Decimals = 6;
    private const double Scale = 1e6;
    private const double MaxScaled = 1e15;
    private const double SmallestPlain = 1e-4;

    /// <summary>Writes a float64 and returns the bytes used.</summary>
    public static int Write(Span<byte> target, double value)
    {
        // Decimals of up to 15 digits differ from each other as doubles, so one that reads back is the shortest: no
        // search is needed. A rig's values are such decimals more often than not. Below 1e-4 the text would have an
        // exponent; zero may have a sign.
        double scaled = Math.Round(value * Scale);
        double magnitude = Math.Abs(scaled);
        return magnitude < MaxScaled && scaled / Scale == value && Math.Abs(value) >= SmallestPlain
            ? WriteDecimal(target, value < 0, (ulong)magnitude)
            : WriteOther(target, value);
    }

    /// <summary>Writes an integer and returns the bytes used.</summary>
    public static int Write(Span<byte> target, long value)
    {
        bool written = value.TryFormat(target, out int used, default, CultureInfo.InvariantCulture);
        Debug.Assert(written, "Room for the longest block is reserved before it is written.");
        return used;
    }

    private static int WriteDecimal(Span<byte> target, bool negative, ulong scaled)
    {
        int used = 0;
        if (negative)
            target[used++] = (byte)'-';
        (ulong whole, ulong fraction) = Math.DivRem(scaled, (ulong)Scale);
        used += Write(target[used..], (long)whole);
        if (fraction == 0)
            return used;
        target[used] = (byte)'.';
        uint digits = (uint)fraction;
        for (int i = Decimals; i > 0; i--)
        {
            (digits, uint digit) = Math.DivRem(digits, 10);
            target[used + i] = (byte)('0' + digit);
        }

        used += Decimals;
        while (target[used] == '0')
            used--;
        return used + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteOther(Span<byte> target, double value)
    {
        ReadOnlySpan<byte> name = double.IsFinite(value) ? default
            : double.IsNaN(value) ? "\"NaN\""u8
            : value > 0 ? "\"Infinity\""u8
            : "\"-Infinity\""u8;
        if (!name.IsEmpty)
        {
            name.CopyTo(target);
            return name.Length;
        }

        bool written = value.TryFormat(target, out int used, default, CultureInfo.InvariantCulture);
        Debug.Assert(written, "The longest float64 has 24 characters.");
        return used;
    }
}
