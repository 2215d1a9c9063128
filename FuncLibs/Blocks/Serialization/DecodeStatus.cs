namespace FuncLibs.Blocks.Serialization;

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

    /// <summary>Another type stands where the format wants one.</summary>
    TypeMismatch,

    /// <summary>A value is of the right type but outside what it may be.</summary>
    OutOfRange,

    /// <summary>An array has another length than the format, or the document itself, says.</summary>
    LengthMismatch,

    /// <summary>The document is of a version that is not known here.</summary>
    UnsupportedVersion,

    /// <summary>An encoding inside the document is not known here (an ext type, a method).</summary>
    UnsupportedEncoding,

    /// <summary>The document is larger than <see cref="Blocks.BlockLimits"/> allows.</summary>
    LimitExceeded,

    /// <summary>Row-shaped points of one channel differ in their sensor counts: a columnar block cannot hold them.</summary>
    Ragged,

    /// <summary>The bytes are not of this format at all (invalid JSON, say).</summary>
    Malformed,

    /// <summary>No serializer is registered for the content id.</summary>
    UnknownContent,
}
