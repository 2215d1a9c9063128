namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// What the readers of MessagePack and of CBOR have in common: the tokens of which the document of a block is made.
/// </summary>
/// <typeparam name="TSelf">The reader.</typeparam>
internal interface ITokenReader<TSelf> : ITokenCursor<TSelf>
    where TSelf : struct, ITokenReader<TSelf>, allows ref struct
{
    /// <summary>True when the next token is nil (null).</summary>
    bool IsAtNil { get; }

    /// <summary>Reads nil.</summary>
    bool TryReadNil();

    /// <summary>Reads the header of an array. Each item takes a byte at least: more items than bytes are left are
    /// <see cref="ReadFailure.Truncated"/>.</summary>
    bool TryReadArrayHeader(out int count);

    /// <summary>Reads an integer between two bounds, inclusive.</summary>
    bool TryReadInt(out long value, long min, long max);

    /// <summary>Reads a float64, or a number that is exact as one.</summary>
    bool TryReadFloat(out double value);

    /// <summary>Reads a byte string, a slice of the input.</summary>
    bool TryReadBin(out ReadOnlySpan<byte> bytes);
}
