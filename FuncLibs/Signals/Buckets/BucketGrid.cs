namespace FuncLibs.Signals.Buckets;

/// <summary>
/// The absolute grid of time: bucket k covers [k * width, (k + 1) * width) ns since the Unix epoch, so that nothing
/// depends on where one began. Widths are 100 ms times a power of two, or 100 ms divided by one, down to 390,625 ns: of
/// any two, one is a multiple of the other.
/// </summary>
/// <param name="WidthNs">Width of a bucket in ns, above 0.</param>
public readonly record struct BucketGrid(long WidthNs)
{
    /// <summary>The finest grid that is kept: 100 ms.</summary>
    public const long FinestNs = 100_000_000;

    /// <summary>The narrowest buckets on the same grid: a 256th of <see cref="FinestNs"/>. Only samples have
    /// them.</summary>
    public const long NarrowestNs = FinestNs >> 8;

    /// <summary>
    /// No moment is further from the Unix epoch: sums of two of them, and of offsets in a block, stay in 64 bits.
    /// </summary>
    public const long MaxTimeNs = 1L << 61;

    private const long WidestNs = FinestNs << 30;

    /// <summary>The bucket that a moment is in.</summary>
    public long IndexOf(long ns) => (ns / WidthNs) - (ns % WidthNs < 0 ? 1 : 0);

    /// <summary>When a bucket begins.</summary>
    public long StartOf(long index) => index * WidthNs;

    /// <summary>When the first bucket begins that is wholly at or after a moment.</summary>
    public long FirstWholeStart(long ns) => IndexOf(ns - 1) + 1;

    /// <summary>
    /// The finest grid, of this one or coarser, on which so many seconds have at most <paramref name="buckets"/>
    /// buckets (at least one).
    /// </summary>
    public BucketGrid CoarsenTo(int seconds, long buckets)
    {
        BucketGrid grid = this;
        while (grid.CountIn(seconds) > Math.Max(1, buckets) && grid.WidthNs < WidestNs)
            grid = new BucketGrid(grid.WidthNs * 2);
        return grid;
    }

    /// <summary>
    /// The finest grid, of this one or coarser, on which a window touches at most <paramref name="buckets"/> buckets
    /// (at least two).
    /// </summary>
    /// <param name="fromNs">Begin of the window.</param>
    /// <param name="toNs">Its end, after the begin.</param>
    /// <param name="buckets">Buckets at most.</param>
    public BucketGrid CoarsenTo(long fromNs, long toNs, long buckets)
    {
        BucketGrid grid = this;
        while (grid.IndexOf(toNs - 1) - grid.IndexOf(fromNs) >= Math.Max(2, buckets) && grid.WidthNs < WidestNs)
            grid = new BucketGrid(grid.WidthNs * 2);
        return grid;
    }

    /// <summary>Buckets of so many seconds; one that is begun counts.</summary>
    public long CountIn(int seconds) =>
        ((seconds * Runtime.Timing.UtcClock.NanosecondsPerSecond) + WidthNs - 1) / WidthNs;
}
