namespace FuncLibs.Blocks.Serialization;

/// <summary>
/// What came of decoding one payload. Bad bytes are a value, not an exception; <c>default</c> is not a success.
/// Making one does not allocate: the texts are constants, and the message is put together on request.
/// </summary>
/// <param name="Status">How it ended.</param>
/// <param name="Offset">Bytes read when all went well, else the offset of the offending byte.</param>
/// <param name="Path">Where in the block it went wrong.</param>
/// <param name="Expected">What was expected there, or null.</param>
/// <param name="Found">What was there, or null.</param>
/// <param name="Value">The offending number (a length, a count, a content id), or null.</param>
/// <param name="Format">Name of the format whose reader refused, or null after a success.</param>
public readonly record struct DecodeOutcome(
    DecodeStatus Status,
    long Offset = 0,
    BlockPath Path = default,
    string? Expected = null,
    string? Found = null,
    long? Value = null,
    string? Format = null)
{
    /// <summary>True when the target holds the block.</summary>
    public bool IsOk => Status == DecodeStatus.Ok;

    /// <summary>A success that read <paramref name="bytes"/> bytes.</summary>
    public static DecodeOutcome Done(long bytes) => new(DecodeStatus.Ok, bytes);

    /// <inheritdoc/>
    public override string ToString()
    {
        if (IsOk)
            return $"ok, {Offset} bytes";
        string expected = Expected is null ? "" : $": expected {Expected}";
        string found = (Found, Value) switch
        {
            (null, null) => "",
            (null, _) => $", found {Value}",
            (_, null) => $", found {Found}",
            _ => $", found {Found} {Value}",
        };
        string format = Format is null ? "" : Format + ": ";
        return $"{format}{Status} at byte {Offset}, {Path}{expected}{found}";
    }
}

/// <summary>How decoding a payload ended.</summary>
public enum DecodeStatus : byte
{
    /// <summary>Nothing was decoded: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>The whole payload was read into the target.</summary>
    Ok,

    /// <summary>The payload ends too early.</summary>
    Truncated,

    /// <summary>The document is complete, but bytes follow it.</summary>
    TrailingBytes,

    /// <summary>Another type is where the format requires another.</summary>
    TypeMismatch,

    /// <summary>A value is of the right type but outside what it may be.</summary>
    OutOfRange,

    /// <summary>An array has another length than by the format, or by the document itself.</summary>
    LengthMismatch,

    /// <summary>The document is of a version that is not known here.</summary>
    UnsupportedVersion,

    /// <summary>An encoding inside the document is not known here (an ext type, a method).</summary>
    UnsupportedEncoding,

    /// <summary>The document is larger than <see cref="Blocks.BlockLimits"/> allows.</summary>
    LimitExceeded,

    /// <summary>
    /// Row-shaped points of one channel differ in their sensor counts: a columnar block cannot hold them.
    /// </summary>
    Ragged,

    /// <summary>The bytes are not of this format at all, such as invalid JSON.</summary>
    Malformed,

    /// <summary>No serializer is registered for the content id.</summary>
    UnknownContent,
}
