using FuncLibs.Signals.Buckets;
using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// One signal of one stream as buckets: at every width that a browser requested, and at two wider ones that a browser
/// which fell behind is served from. Live thread only.
/// </summary>
/// <remarks>
/// Samples are folded once, at the finest width, and what that gives is merged into all wider ones: to merge is exact.
/// </remarks>
internal sealed class LiveSignal(LiveColumn column)
{
    private static readonly long[] FallBacks = [BucketGrid.FinestNs / 8, 2 * BucketGrid.FinestNs];

    private BucketLevel[] _levels = [];

    /// <summary>What it is.</summary>
    public LiveColumn Column { get; } = column;

    /// <summary>Counts how often its buckets began again, because time was set back.</summary>
    public int Restarts { get; private set; }

    /// <summary>Widths, the finest first.</summary>
    public ReadOnlySpan<BucketLevel> Levels => _levels;

    /// <summary>Bytes that a signal takes which is requested at these widths.</summary>
    public static long BytesFor(IEnumerable<long> widths) => WithFallBacks(widths).Count() * BucketLevel.Bytes;

    /// <summary>From here on it is kept at these widths; those that it is kept at already continue.</summary>
    public void Require(IEnumerable<long> widths) => _levels =
        [.. WithFallBacks(widths)
            .Select(width => Array.Find(_levels, level => level.Grid.WidthNs == width) ?? new BucketLevel(width))];

    /// <summary>Adds the samples of a block.</summary>
    /// <param name="values">The samples.</param>
    /// <param name="cuts">Where they fall into the buckets of the finest width.</param>
    /// <param name="acquiredNs">Due time of the first sample of the block, UTC ns.</param>
    public void Add(ReadOnlySpan<double> values, ReadOnlySpan<SampleCut> cuts, long acquiredNs)
    {
        bool goesOn = true;
        foreach (SampleCut cut in cuts)
        {
            var samples = Bucket.From(values.Slice(cut.From, cut.Count));
            long at = _levels[0].Grid.StartOf(cut.Bucket);
            foreach (BucketLevel level in _levels)
                goesOn &= level.Add(at, samples, acquiredNs);
        }

        if (!goesOn)
            Restarts++;
    }

    /// <summary>The level of a width that was requested.</summary>
    public BucketLevel LevelOf(long widthNs) => Array.Find(_levels, level => level.Grid.WidthNs == widthNs)!;

    /// <summary>The level to serve a width from: the finest that still has a moment, or the widest that is not wider
    /// than the width; one without samples only when no other is there.
    /// Null when there is none.</summary>
    public BucketLevel? LevelFor(long widthNs, long fromNs)
    {
        BucketLevel? found = null;
        foreach (BucketLevel level in _levels)
        {
            if (level.Grid.WidthNs > widthNs)
                break;
            if (level.Newest is not null && level.Grid.StartOf(level.Oldest) <= fromNs)
                return level;
            if (level.Newest is not null || found is null)
                found = level;
        }

        return found;
    }

    private static IEnumerable<long> WithFallBacks(IEnumerable<long> widths)
    {
        long[] requested = [.. widths];
        long finest = requested.Min();
        return requested.Concat(FallBacks.Where(width => width > finest)).Distinct().Order();
    }
}
