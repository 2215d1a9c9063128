namespace FuncLibs.Blocks;

/// <summary>Trims a block to the live channels and lines by the counts of the rig.</summary>
public static class CountFilter
{
    /// <summary>Trims by the counts that came with the block.</summary>
    public static FilterOutcome FilterCDataBlockByCount(CDataBlock block) =>
        FilterCDataBlockByCount(block, block.Counts);

    /// <summary>
    /// Drops trailing channels of each group and trailing bits, so that the five array lengths equal
    /// <paramref name="counts"/>. Checks all five before it changes anything; the columns themselves are not touched.
    /// An absent group takes only the count 0.
    /// </summary>
    /// <param name="block">The block to trim in place.</param>
    /// <param name="counts">Live channels and lines; each 0 to what the block holds.</param>
    public static FilterOutcome FilterCDataBlockByCount(CDataBlock block, in BlockCounts counts)
    {
        BlockCounts held = block.ArrayLengths;
        FilterOutcome outcome = default;
        if (!Fits("servo", counts.Servo, held.Servo, ref outcome)
            || !Fits("temp", counts.Temp, held.Temp, ref outcome)
            || !Fits("ad", counts.AD, held.AD, ref outcome)
            || !Fits("bitIn", counts.BitIn, held.BitIn, ref outcome)
            || !Fits("bitOut", counts.BitOut, held.BitOut, ref outcome))
        {
            return outcome;
        }

        block.Trim(counts);
        return new FilterOutcome(held == counts ? FilterStatus.Unchanged : FilterStatus.Trimmed);
    }

    private static bool Fits(string group, int count, int held, ref FilterOutcome outcome)
    {
        if ((uint)count <= (uint)held)
            return true;
        outcome = new FilterOutcome(FilterStatus.CountOutOfRange, group, count, held);
        return false;
    }
}

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
/// <param name="Available">What the block holds of that group.</param>
public readonly record struct FilterOutcome(FilterStatus Status, string? Group = null, int Count = 0, int Available = 0)
{
    /// <summary>True when the block is trimmed.</summary>
    public bool IsOk => Status is FilterStatus.Unchanged or FilterStatus.Trimmed;

    /// <inheritdoc/>
    public override string ToString() => Status == FilterStatus.CountOutOfRange
        ? $"the count of group {Group} is {Count}, but the block holds {Available}: allowed are 0 to {Available}"
        : Status.ToString();
}
