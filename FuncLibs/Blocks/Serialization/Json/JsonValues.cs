namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>Single values of a document.</summary>
internal static class JsonValues
{
    private const string Float64 = "a number, or NaN, Infinity or -Infinity as a string";

    /// <summary>Reads an integer between two borders; a fraction or an exponent is refused.</summary>
    public static bool TryReadInt(ref JsonDocumentState document, string expected, long min, long max, out long value)
    {
        value = 0;
        document.Tokens.Peek();
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadNumber(out JsonNumber number))
            return document.RefuseToken(expected);
        if (!number.IsInteger)
            return document.Refuse(
                DecodeStatus.TypeMismatch, expected, "a number with fraction or exponent", null, start);
        return (number.TryGet(out value) && value >= min && value <= max)
            || document.Refuse(DecodeStatus.OutOfRange, expected, "a value outside", null, start);
    }

    /// <summary>Reads a float64.</summary>
    public static bool TryReadFloat(ref JsonDocumentState document, out double value)
    {
        value = 0;
        if (document.Tokens.Peek() == '"')
            return TryReadNamed(ref document, out value);
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadNumber(out JsonNumber number))
            return document.RefuseToken(Float64);
        return number.TryGet(out value)
            || document.Refuse(DecodeStatus.OutOfRange, "a number within float64", "a larger one", null, start);
    }

    /// <summary>Reads a sample rate in Hz, 0 for one that is not known.</summary>
    public static bool TryReadRate(ref JsonDocumentState document, out double rate)
    {
        document.Tokens.Peek();
        int start = document.Tokens.Position;
        return TryReadFloat(ref document, out rate) && (document.Limits.IsRateOrUnknown(rate)
            || document.Refuse(DecodeStatus.OutOfRange, BlockLimits.ExpectedRate, "a rate outside", null, start));
    }

    /// <summary>True when null, or a mistyped one, is here.</summary>
    public static bool IsNull(ref JsonDocumentState document) => document.Tokens.Peek() == 'n';

    /// <summary>Skips a value of a member that is not known here.</summary>
    /// <param name="document">The document.</param>
    /// <param name="depth">Objects and arrays that may be nested here.</param>
    public static bool TrySkip(ref JsonDocumentState document, int depth)
    {
        byte first = document.Tokens.Peek();
        if (first is (byte)'{' or (byte)'[')
            return TrySkipInside(ref document, first, depth);
        bool skipped = first switch
        {
            (byte)'"' => document.Tokens.TryReadString(out _),
            (byte)'t' or (byte)'f' => document.Tokens.TryReadBool(out _),
            (byte)'n' => document.Tokens.TryReadNull(),
            _ => document.Tokens.TryReadNumber(out _),
        };
        return skipped || document.RefuseToken("a JSON value");
    }

    private static bool TrySkipInside(ref JsonDocumentState document, byte open, int depth)
    {
        if (depth == 0)
            return document.Refuse(
                DecodeStatus.LimitExceeded, "objects and arrays within the depth limit", "one more inside");
        document.Tokens.TryTake(open);
        byte close = (byte)(open + 2);
        bool isFirst = true;
        while (document.Tokens.TryNextItem(ref isFirst, close, out bool hasItem))
        {
            if (!hasItem)
                return true;
            if (open == '{' && !document.Tokens.TryReadName(out _))
                break;
            if (!TrySkip(ref document, depth - 1))
                return false;
        }

        return document.RefuseToken("a JSON value");
    }

    private static bool TryReadNamed(ref JsonDocumentState document, out double value)
    {
        value = 0;
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadString(out ReadOnlySpan<byte> name))
            return document.RefuseToken(Float64);
        value = name.SequenceEqual("Infinity"u8) ? double.PositiveInfinity
            : name.SequenceEqual("-Infinity"u8) ? double.NegativeInfinity
            : double.NaN;
        return !double.IsNaN(value) || name.SequenceEqual("NaN"u8)
            || document.Refuse(DecodeStatus.TypeMismatch, Float64, "another string", null, start);
    }
}
