namespace SignalMonitor.Taps;

/// <summary>
/// Copies of the selected columns of one block, on their way to the live thread. Used again for block after block.
/// </summary>
/// <param name="values">Room for the values of all columns.</param>
/// <param name="columns">How many columns.</param>
internal sealed class LiveSlot(int values, int columns)
{
    /// <summary>Samples of each column in this block; 0 when it does not hold them.</summary>
    public int[] Counts { get; } = new int[columns];

    /// <summary>The samples, each column from its own offset on.</summary>
    public double[] Values { get; } = new double[values];

    /// <summary>Base index of the block's first sample.</summary>
    public long FirstIndex { get; set; }

    /// <summary>Points of the base clock that the block covers: the next one begins after them.</summary>
    public int BasePoints { get; set; }

    /// <summary>Due time of that sample, UTC ns.</summary>
    public long AcquiredNs { get; set; }

    /// <summary>Due time of the block's end, UTC ns.</summary>
    public long DueNs { get; set; }
}
