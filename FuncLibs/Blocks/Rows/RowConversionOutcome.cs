namespace FuncLibs.Blocks.Rows;

/// <summary>How putting rows into a columnar block ended.</summary>
public enum RowConversionStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>The block holds the rows.</summary>
    Ok,

    /// <summary>The points of one channel differ in their sensor counts: columns cannot hold them.</summary>
    Ragged,

    /// <summary>A channel, its points, a point or its sensors are null: columns have no place for that.</summary>
    Missing,

    /// <summary>The rows are more than <see cref="BlockLimits"/> allows.</summary>
    LimitExceeded,
}

/// <summary>Outcome of <see cref="RowConversion.ToBlock"/>.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Path">Where in the rows it went wrong.</param>
/// <param name="Value">The offending number, or null.</param>
public readonly record struct RowConversionOutcome(RowConversionStatus Status, BlockPath Path = default, long? Value = null)
{
    /// <summary>True when the block holds the rows.</summary>
    public bool IsOk => Status == RowConversionStatus.Ok;

    /// <inheritdoc/>
    public override string ToString() => IsOk ? "ok" : $"{Status} at {Path}{(Value is null ? "" : $", found {Value}")}";
}
