using System.Globalization;

namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// A number of the text: up to 19 digits, a power of ten, and the text itself for the few that need more.
/// </summary>
internal readonly ref struct JsonNumber
{
    private const int MaxDigits = 19;
    private const long MaxExactMantissa = 1L << 53;
    private const int MaxExponent = 100_000;

    private readonly ReadOnlySpan<byte> _text;
    private readonly ulong _mantissa;
    private readonly int _exponent;
    private readonly bool _isExact;

    // A quotient or product of two doubles that are exact is rounded once, so it is the double nearest to the decimal
    // (Clinger 1990).
    private static readonly double[] PowersOfTen =
    [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ];

    private JsonNumber(ReadOnlySpan<byte> text, ulong mantissa, int exponent, bool isExact, bool isInteger)
    {
        _text = text;
        _mantissa = mantissa;
        _exponent = exponent;
        _isExact = isExact;
        IsInteger = isInteger;
    }

    /// <summary>True when the text has neither a fraction nor an exponent.</summary>
    public bool IsInteger { get; }

    private bool IsNegative => _text[0] == '-';

    /// <summary>Reads the number at the start of the text.</summary>
    /// <param name="text">Begins with a minus sign or a digit.</param>
    /// <param name="number">The number.</param>
    /// <param name="used">Its length, or the offset of what is wrong.</param>
    /// <returns>Ok, Malformed, or Truncated when the text ends inside.</returns>
    public static DecodeStatus Read(ReadOnlySpan<byte> text, out JsonNumber number, out int used)
    {
        number = default;
        used = text[0] == '-' ? 1 : 0;
        int digitsFrom = used;
        ulong mantissa = 0;
        if (!TryReadDigits(text, ref used, ref mantissa))
            return EndOf(text, used);
        int digits = used - digitsFrom;
        if (digits > 1 && text[digitsFrom] == '0')
        {
            used = digitsFrom + 1;
            return DecodeStatus.Malformed;
        }

        int fraction = 0;
        if (used < text.Length && text[used] == '.')
        {
            int from = ++used;
            if (!TryReadDigits(text, ref used, ref mantissa))
                return EndOf(text, used);
            fraction = used - from;
        }

        int exponent = 0;
        bool hasExponent = used < text.Length && (text[used] | 0x20) == 'e';
        if (hasExponent && !TryReadExponent(text, ref used, out exponent))
            return EndOf(text, used);
        number = new JsonNumber(
            text[..used], mantissa, exponent - fraction, digits + fraction <= MaxDigits, fraction == 0 && !hasExponent);
        return DecodeStatus.Ok;
    }

    /// <summary>The number as an int64; false when it is outside.</summary>
    public bool TryGet(out long value)
    {
        bool negative = IsNegative;
        value = negative ? unchecked(-(long)_mantissa) : (long)_mantissa;
        return _isExact && (_mantissa <= long.MaxValue || (negative && _mantissa == 1UL << 63));
    }

    /// <summary>The float64 nearest to the number; false when it is beyond the largest one.</summary>
    public bool TryGet(out double value)
    {
        if (!_isExact || _mantissa > MaxExactMantissa || Math.Abs(_exponent) >= PowersOfTen.Length)
            return double.TryParse(_text, NumberStyles.Float, CultureInfo.InvariantCulture, out value)
                && double.IsFinite(value);
        double magnitude = _exponent < 0 ? _mantissa / PowersOfTen[-_exponent] : _mantissa * PowersOfTen[_exponent];
        value = IsNegative ? -magnitude : magnitude;
        return true;
    }

    // Digits beyond the 19th overflow the mantissa, which is not read then.
    private static bool TryReadDigits(ReadOnlySpan<byte> text, ref int at, ref ulong mantissa)
    {
        int from = at;
        for (; at < text.Length; at++)
        {
            uint digit = (uint)(text[at] - '0');
            if (digit > 9)
                break;
            mantissa = unchecked((mantissa * 10) + digit);
        }

        return at > from;
    }

    private static bool TryReadExponent(ReadOnlySpan<byte> text, ref int at, out int exponent)
    {
        exponent = 0;
        at++;
        bool negative = at < text.Length && text[at] == '-';
        if (at < text.Length && text[at] is (byte)'-' or (byte)'+')
            at++;
        int from = at;
        for (; at < text.Length && char.IsAsciiDigit((char)text[at]); at++)
            exponent = Math.Min((exponent * 10) + (text[at] - '0'), MaxExponent);
        exponent = negative ? -exponent : exponent;
        return at > from;
    }

    private static DecodeStatus EndOf(ReadOnlySpan<byte> text, int at) =>
        at == text.Length ? DecodeStatus.Truncated : DecodeStatus.Malformed;
}
