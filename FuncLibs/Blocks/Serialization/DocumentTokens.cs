using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization;

/// <summary>Reads what documents of arrays have in common.</summary>
internal static class DocumentTokens
{
    /// <summary>Reads a sample rate in Hz, 0 for one that is not known.</summary>
    public static bool TryReadRate<TTokens>(this ref BlockDocument<TTokens> document, out double rate)
        where TTokens : struct, ITokenReader<TTokens>, allows ref struct
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadFloat(out rate))
            return document.RefuseToken("a float64");
        return document.Limits.IsRateOrUnknown(rate)
            || document.RefuseAt(start, DecodeStatus.OutOfRange, BlockLimits.ExpectedRate, "a rate outside");
    }

    /// <summary>Reads the header of an array of exactly <paramref name="count"/> items.</summary>
    public static bool TryReadArrayOf<TTokens>(
        this ref BlockDocument<TTokens> document, int count, string expected, int point = -1, string? leaf = null)
        where TTokens : struct, ITokenReader<TTokens>, allows ref struct
    {
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadArrayHeader(out int found))
            return document.RefuseToken(expected, point, leaf);
        return found == count
            || document.RefuseAt(start, DecodeStatus.LengthMismatch, expected, "items", found, point, leaf);
    }
}
