namespace FuncLibs.Objects;

/// <summary>What came of writing or reading one object. <c>default</c> is not a success.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Offset">Bytes that were written or read when all went well. Else the byte of the input at which the
/// library gave up; -1 when it does not tell.</param>
/// <param name="Path">Where in the object, as the library says it, for example <c>$.lines[2].price</c>; null when it
/// does not tell.</param>
/// <param name="Reason">What was wrong, in one line; null after a success.</param>
/// <param name="Format">Name of the serializer; null after a success.</param>
public readonly record struct ObjectOutcome(
    ObjectStatus Status, long Offset = -1, string? Path = null, string? Reason = null, string? Format = null)
{
    /// <summary>True after a success.</summary>
    public bool IsOk => Status == ObjectStatus.Ok;

    /// <summary>A success.</summary>
    /// <param name="bytes">Bytes that were written or read.</param>
    public static ObjectOutcome Done(long bytes) => new(ObjectStatus.Ok, bytes);

    /// <inheritdoc/>
    public override string ToString()
    {
        if (IsOk)
            return $"ok, {Offset} bytes";
        string place = (Offset, Path) switch
        {
            ( < 0, null) => "",
            ( < 0, _) => $" at {Path}",
            (_, null) => $" at byte {Offset}",
            _ => $" at byte {Offset}, {Path}",
        };
        return $"{Format}: {Status}{place}{(Reason is null ? "" : ": " + Reason)}";
    }
}

/// <summary>How writing or reading an object ended.</summary>
public enum ObjectStatus : byte
{
    /// <summary>Nothing was done: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>All of it was written or read.</summary>
    Ok,

    /// <summary>The input ends too early.</summary>
    Truncated,

    /// <summary>The object is complete, but bytes follow it.</summary>
    TrailingBytes,

    /// <summary>The bytes are not of this format, or not of this type.</summary>
    Malformed,

    /// <summary>A member that the type requires is not there.</summary>
    MissingMember,

    /// <summary>More bytes or levels than <see cref="ObjectLimits"/> allows.</summary>
    LimitExceeded,

    /// <summary>The library has no way to write or read the type.</summary>
    UnsupportedType,

    /// <summary>Writing failed for another reason.</summary>
    Failed,
}
