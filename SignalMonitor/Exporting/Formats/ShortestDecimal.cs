using System.Buffers.Text;
using System.Numerics;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// The shortest decimal that reads back to the same float64, and of several the nearest: Raffaello Giulietti, "The
/// Schubfach way to render doubles", 2021. The text is that of <see cref="double.ToString()"/> in invariant culture,
/// except for some powers of two, where that one is a digit too short (2^-958 reads back to the number below). Does
/// not allocate.
/// </summary>
internal static class ShortestDecimal
{
    /// <summary>Longest text of a finite number: <c>-2.2250738585072014E-308</c>.</summary>
    public const int MaxBytes = 24;

    private const int MantissaBits = 52;
    private const int ExponentBias = 1075;
    private const int MaxDigits = 17;

    // Powers of ten that a float64 needs: 10^MinPower to 10^MaxPower.
    private const int MinPower = -292;
    private const int MaxPower = 324;
    private const int PowerBits = 128;

    // From 10^17 on and below 10^-4 the text has an exponent.
    private const int LongestWhole = 17;
    private const int SmallestPoint = -3;

    private static readonly (ulong High, ulong Low)[] Powers =
    [
        .. Enumerable.Range(MinPower, MaxPower - MinPower + 1).Select(Power),
    ];

    /// <summary>Writes a finite number.</summary>
    /// <param name="value">The number.</param>
    /// <param name="text">Receives it; <see cref="MaxBytes"/> or more.</param>
    /// <param name="decimalSign">Its decimal sign.</param>
    /// <returns>Bytes written.</returns>
    public static int Write(double value, Span<byte> text, byte decimalSign = (byte)'.')
    {
        int sign = 0;
        if (double.IsNegative(value))
            text[sign++] = (byte)'-';
        if (value == 0)
        {
            text[sign] = (byte)'0';
            return sign + 1;
        }

        (ulong digits, int exponent) = Of(Math.Abs(value));
        return sign + Write(digits, exponent, text[sign..], decimalSign);
    }

    /// <summary>The decimal <c>Digits * 10^Exponent</c> of a number; the last digit is not 0.</summary>
    /// <param name="value">Finite, above 0.</param>
    public static (ulong Digits, int Exponent) Of(double value)
    {
        ulong bits = BitConverter.DoubleToUInt64Bits(value);
        ulong fraction = bits & ((1UL << MantissaBits) - 1);
        int biased = (int)(bits >> MantissaBits);
        (ulong mantissa, int scale) = biased == 0
            ? (fraction, 1 - ExponentBias)
            : (fraction | (1UL << MantissaBits), biased - ExponentBias);

        // At a power of two the number below is only half as far away.
        bool isPowerOfTwo = fraction == 0 && biased > 1;
        (ulong found, int exponent) = Shortest(mantissa, scale, isPowerOfTwo);
        while (found % 10 == 0)
            (found, exponent) = (found / 10, exponent + 1);
        return (found, exponent);
    }

    // Figure 4 of the paper. All numbers are multiples of a quarter of 10^k, so that one comparison of integers tells
    // whether a decimal lies between the neighbours of the number.
    private static (ulong Digits, int Exponent) Shortest(ulong mantissa, int scale, bool isPowerOfTwo)
    {
        int k = FloorLog10Pow2(scale, isPowerOfTwo);
        int shift = scale + FloorLog2Pow10(-k) + 1;
        (ulong high, ulong low) = Powers[-k - MinPower];
        ulong odd = mantissa & 1;
        ulong middle = RoundToOdd(high, low, (4 * mantissa) << shift);
        ulong lower = RoundToOdd(high, low, ((4 * mantissa) - (isPowerOfTwo ? 1UL : 2UL)) << shift) + odd;
        ulong upper = RoundToOdd(high, low, ((4 * mantissa) + 2) << shift) - odd;

        ulong whole = middle / 4;
        if (whole >= 10)
        {
            // One digit less, rounded down or up.
            ulong tens = whole / 10;
            bool isDown = lower <= 40 * tens;
            bool isUp = (40 * tens) + 40 <= upper;
            if (isDown != isUp)
                return (isUp ? tens + 1 : tens, k + 1);
        }

        bool isBelow = lower <= 4 * whole;
        bool isAbove = (4 * whole) + 4 <= upper;
        if (isBelow != isAbove)
            return (isAbove ? whole + 1 : whole, k);

        // Both or none: the nearer one, the even one of two that are as near.
        ulong half = (4 * whole) + 2;
        bool isNearerAbove = middle > half || (middle == half && (whole & 1) != 0);
        return (isNearerAbove ? whole + 1 : whole, k);
    }

    private static int Write(ulong digits, int exponent, Span<byte> text, byte decimalSign)
    {
        Span<byte> all = stackalloc byte[MaxDigits];
        Utf8Formatter.TryFormat(digits, all, out int count);
        int point = count + exponent;
        if (point is > LongestWhole or < SmallestPoint)
            return WriteScientific(all[..count], point - 1, text, decimalSign);
        if (point <= 0)
        {
            // 0.00ddd
            text[0] = (byte)'0';
            text[1] = decimalSign;
            text.Slice(2, -point).Fill((byte)'0');
            all[..count].CopyTo(text[(2 - point)..]);
            return 2 - point + count;
        }

        if (point >= count)
        {
            all[..count].CopyTo(text);
            text[count..point].Fill((byte)'0');
            return point;
        }

        all[..point].CopyTo(text);
        text[point] = decimalSign;
        all[point..count].CopyTo(text[(point + 1)..]);
        return count + 1;
    }

    // d.dddE+00
    private static int WriteScientific(
        ReadOnlySpan<byte> digits, int exponent, Span<byte> text, byte decimalSign)
    {
        const int SmallExponent = 10;
        int at = 0;
        text[at++] = digits[0];
        if (digits.Length > 1)
        {
            text[at++] = decimalSign;
            digits[1..].CopyTo(text[at..]);
            at += digits.Length - 1;
        }

        text[at++] = (byte)'E';
        text[at++] = exponent < 0 ? (byte)'-' : (byte)'+';
        int size = Math.Abs(exponent);
        if (size < SmallExponent)
            text[at++] = (byte)'0';
        Utf8Formatter.TryFormat(size, text[at..], out int written);
        return at + written;
    }

    // The upper 64 bits of a product of 128 and 64 bits; the lowest is set when anything below it is.
    private static ulong RoundToOdd(ulong high, ulong low, ulong factor)
    {
        ulong carry = Math.BigMul(low, factor, out ulong _);
        ulong upper = Math.BigMul(high, factor, out ulong middle);
        middle += carry;
        if (middle < carry)
            upper++;
        return middle > 1 ? upper | 1 : upper;
    }

    // floor(log10(2^e)), or floor(log10(3/4 * 2^e)) at a power of two; exact for every e of a float64.
    private static int FloorLog10Pow2(int e, bool isPowerOfTwo) =>
        ((e * 1262611) - (isPowerOfTwo ? 524031 : 0)) >> 22;

    // floor(log2(10^e)), exact for every e of the table.
    private static int FloorLog2Pow10(int e) => (e * 1741647) >> 19;

    // The first 128 bits of 10^e, rounded up.
    private static (ulong High, ulong Low) Power(int e)
    {
        int shift = PowerBits - 1 - FloorLog2Pow10(e);
        BigInteger power = BigInteger.Pow(10, Math.Abs(e));
        BigInteger bits = (e, shift) switch
        {
            ( >= 0, >= 0) => power << shift,
            ( >= 0, < 0) => (power + (BigInteger.One << -shift) - 1) >> -shift,
            _ => ((BigInteger.One << shift) + power - 1) / power,
        };
        return ((ulong)(bits >> 64), (ulong)(bits & ulong.MaxValue));
    }
}
