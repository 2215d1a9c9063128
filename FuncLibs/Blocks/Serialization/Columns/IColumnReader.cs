using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// Reads the columns of a document in one format. Usual columns go without a name or a token on the way; what is left
/// of them is read one by one, with the exact place of whatever is wrong. A struct that begins as <c>default</c>.
/// </summary>
/// <typeparam name="TTokens">Reader of the tokens around them.</typeparam>
internal interface IColumnReader<TTokens>
    where TTokens : struct, ITokenReader<TTokens>, allows ref struct
{
    /// <summary>Name of the format, for outcomes.</summary>
    static abstract string Format { get; }

    /// <summary>States the length of the columns that follow.</summary>
    void SetPoints(int points);

    /// <summary>Points of the float column that follows, of an AD channel. Consumes nothing.</summary>
    bool TryPeekLength(ref BlockDocument<TTokens> document, out int points);

    /// <summary>Reads an int column of a usual form. False, and nothing consumed, for all others.</summary>
    /// <param name="document">The document, at the column.</param>
    /// <param name="values">One place a point.</param>
    /// <param name="isAnyInt">False where the column has its own range.</param>
    bool TryReadUsualInts(ref BlockDocument<TTokens> document, Span<long> values, bool isAnyInt);

    /// <summary>Reads an int column of any form.</summary>
    /// <param name="document">The document, at the column.</param>
    /// <param name="values">One place a point.</param>
    /// <param name="min">Least value allowed.</param>
    /// <param name="max">Greatest value allowed.</param>
    bool TryReadInts(ref BlockDocument<TTokens> document, Span<long> values, long min, long max);

    /// <summary>Reads float columns of usual forms, up to the first that is anything else, or bad.</summary>
    /// <param name="document">The document, at a column.</param>
    /// <param name="words">The channel's words, from the column on.</param>
    /// <param name="stride">Words from one column to the next.</param>
    /// <param name="columns">Columns that follow, at most.</param>
    /// <returns>Columns read.</returns>
    int ReadUsualFloats(ref BlockDocument<TTokens> document, Span<long> words, int stride, int columns);

    /// <summary>Reads a float column of any form.</summary>
    bool TryReadFloats(ref BlockDocument<TTokens> document, Span<double> values);

    /// <summary>Steps over a column.</summary>
    bool TrySkip(ref BlockDocument<TTokens> document);
}
