using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// The levels of a pyramid: buckets of 100 ms, and 16 times as wide from level to level, all on the absolute grid of
/// time. A chunk holds the buckets of an aligned stretch of one level, so that 16 chunks of a level make one of the
/// next.
/// </summary>
internal static class PyramidLevels
{
    /// <summary>How many: the widest buckets are 1.8 hours, of which 31 days have 410.</summary>
    public const int Count = 5;

    /// <summary>Buckets of a level in one of the next, as a power of two.</summary>
    public const int FactorBits = 4;

    /// <summary>Columns at most: what a stream has beyond is left out, as in the history of a monitor.</summary>
    public const int MaxColumns = 2 * BucketPlan.MaxColumns;

    /// <summary>Buckets of each column in a chunk at most.</summary>
    public const int MaxRows = 256;

    // A chunk in memory is at most some 5 MiB.
    private const int FewColumns = 512;
    private const int SomeColumns = 2048;
    private const int SomeRows = 64;
    private const int MinRows = 16;

    /// <summary>The buckets of a level.</summary>
    public static BucketGrid GridOf(int level) => new(BucketGrid.FinestNs << (FactorBits * level));

    /// <summary>Buckets of each column in a chunk; a multiple of 16.</summary>
    public static int RowsOf(int columns) =>
        columns <= FewColumns ? MaxRows : columns <= SomeColumns ? SomeRows : MinRows;

    /// <summary>The coarsest level whose buckets fit a grid; -1 when the grid is finer than all.</summary>
    public static int LevelFor(BucketGrid grid)
    {
        int level = Count - 1;
        while (level >= 0 && GridOf(level).WidthNs > grid.WidthNs)
            level--;
        return level;
    }

    /// <summary>The chunk that a bucket is in.</summary>
    public static long ChunkOf(long bucket, int rows) => (bucket / rows) - (bucket % rows < 0 ? 1 : 0);
}
