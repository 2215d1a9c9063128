namespace FuncLibs.Blocks.Tokens;

/// <summary>Why a token could not be read.</summary>
public enum ReadFailure : byte
{
    /// <summary>Nothing failed.</summary>
    None,

    /// <summary>The input ends inside the token.</summary>
    Truncated,

    /// <summary>Another kind of token stands here.</summary>
    TypeMismatch,

    /// <summary>The token is of the right kind, but its value does not fit.</summary>
    OutOfRange,

    /// <summary>Arrays and maps are nested deeper than the reader allows.</summary>
    TooDeep,
}
