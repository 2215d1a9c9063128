namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// A place in a document, and what was wrong there. A <c>TryRead</c> that fails returns false, sets
/// <see cref="Failure"/> and leaves <see cref="Position"/> at the offending token. A struct, so that a grammar is
/// compiled for each reader without indirection.
/// </summary>
/// <typeparam name="TSelf">The reader.</typeparam>
internal interface ITokenCursor<TSelf>
    where TSelf : struct, ITokenCursor<TSelf>, allows ref struct
{
    /// <summary>Offset of the next token.</summary>
    int Position { get; }

    /// <summary>Why the last read failed.</summary>
    ReadFailure Failure { get; }

    /// <summary>The specification's name of the next token, for messages.</summary>
    string NextName { get; }

    /// <summary>Begins at the first byte of an input.</summary>
    static abstract TSelf Create(ReadOnlySpan<byte> input);
}
