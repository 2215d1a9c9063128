namespace FuncLibs.Blocks;

/// <summary>Trims a block to the channels and lines that the rig says are live.</summary>
public static class CountFilter
{
    /// <summary>Trims by the counts that came with the block.</summary>
    public static FilterOutcome FilterCDataBlockByCount(CDataBlock block) => FilterCDataBlockByCount(block, block.Counts);

    /// <summary>
    /// Drops trailing channels of each group and trailing bits, so that the five array lengths equal <paramref name="counts"/>.
    /// Checks all five before it changes anything; the columns themselves are not touched. An absent group takes only the count 0.
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
