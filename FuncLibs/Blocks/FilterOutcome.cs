namespace FuncLibs.Blocks;

/// <summary>How trimming a block to its live counts ended.</summary>
public enum FilterStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>The block already had these counts.</summary>
    Unchanged,

    /// <summary>Trailing channels or bits were dropped.</summary>
    Trimmed,

    /// <summary>A count is below 0 or above what the block holds; the block is as it was.</summary>
    CountOutOfRange,
}

/// <summary>Outcome of <see cref="CountFilter"/>.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Group">The offending group as the wire names it (servo, temp, ad, bitIn, bitOut), or null.</param>
/// <param name="Count">The offending count.</param>
/// <param name="Held">What the block holds of that group.</param>
public readonly record struct FilterOutcome(FilterStatus Status, string? Group = null, int Count = 0, int Held = 0)
{
    /// <summary>True when the block is trimmed.</summary>
    public bool IsOk => Status is FilterStatus.Unchanged or FilterStatus.Trimmed;

    /// <inheritdoc/>
    public override string ToString() => Status == FilterStatus.CountOutOfRange
        ? $"the count of group {Group} is {Count}, but the block holds {Held}: allowed are 0 to {Held}"
        : Status.ToString();
}
