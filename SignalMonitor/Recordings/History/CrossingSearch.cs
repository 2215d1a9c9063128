using FuncLibs.Signals.Buckets;
using SignalMonitor.Pyramids;

namespace SignalMonitor.Recordings.History;

/// <summary>
/// Finds where a signal first crosses a level in a recording: level by level of the pyramid down to the bucket that may
/// have it, and there sample by sample in the frames. A recording without a pyramid is read from its begin. A crossing
/// needs a sample on the other side before it; NaN is on neither.
/// </summary>
/// <param name="history">The recording.</param>
/// <param name="part">The stream.</param>
/// <param name="signal">Name of the signal.</param>
/// <param name="level">The level.</param>
/// <param name="isRising">True: from below to the level or above; false: from above to the level or below.</param>
/// <param name="afterNs">Only later than this, UTC ns.</param>
/// <param name="limit">Time for it.</param>
internal sealed class CrossingSearch(
    RecordedHistory history,
    RecordedPart part,
    string signal,
    double level,
    bool isRising,
    long afterNs,
    WorkTime limit = default)
{
    private const int MaxBuckets = 4096;

    private readonly FrameColumns _columns = new([signal]);

    // The last sample that is a number; NaN before the first.
    private double _before = double.NaN;

    /// <summary>
    /// Up to when it searched before its time was over, UTC ns: a search after this goes on there; null = to the end.
    /// </summary>
    public long? StoppedNs { get; private set; }

    /// <summary>Searches.</summary>
    /// <param name="stop">Gives it up.</param>
    /// <returns>The sample at or beyond the level, or the begin of its bucket of 100 ms where only that is known; null
    /// when there is none.</returns>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public Crossing? Find(CancellationToken stop)
    {
        if (part.Span is not { } span)
            return null;
        long from = Math.Max(span.FromNs, Math.Min(afterNs, span.ToNs));
        if (part.Pyramid is not { } pyramid)
            return FindSample(from, span.ToNs, stop);
        int top = PyramidLevels.Count - 1;
        BucketGrid grid = PyramidLevels.GridOf(top);
        bool isCalculated = pyramid.Columns().Any(column => column.Name == signal && column.IsCalculated);
        return Find(top, grid.StartOf(grid.IndexOf(from)), span.ToNs, isCalculated, stop);
    }

    private Crossing? Find(int pyramidLevel, long fromNs, long toNs, bool isCalculated, CancellationToken stop)
    {
        BucketGrid grid = PyramidLevels.GridOf(pyramidLevel);
        BucketTable table = new();
        for (long first = grid.IndexOf(fromNs); grid.StartOf(first) < toNs && StoppedNs is null; first += MaxBuckets)
        {
            long count = Math.Min(MaxBuckets, grid.IndexOf(toNs - 1) - first + 1);
            table.Reset(grid, first, (int)count, 1);
            FillOutcome filled = history.Fill([part], table, [signal], [], null, limit, stop, out long untilNs);
            if (filled == FillOutcome.Damaged)
                return FindSample(Math.Max(fromNs, afterNs), toNs, stop);
            for (int row = 0; row < count && StoppedNs is null; row++)
            {
                Bucket bucket = table[row, 0];
                long start = grid.StartOf(first + row);
                if (filled == FillOutcome.TimeIsOver && start + grid.WidthNs > untilNs)
                {
                    StoppedNs = Math.Max(start, afterNs);
                    break;
                }

                double before = _before;
                if (bucket.Count > 0 && start + grid.WidthNs > afterNs && MayCross(bucket, before)
                    && FindIn(pyramidLevel, start, bucket, isCalculated, stop) is { } found)
                    return found;
                Follow(bucket, before);
            }
        }

        return null;
    }

    private Crossing? FindIn(
        int pyramidLevel, long startNs, in Bucket bucket, bool isCalculated, CancellationToken stop)
    {
        long endNs = startNs + PyramidLevels.GridOf(pyramidLevel).WidthNs;
        if (pyramidLevel > 0)
            return Find(pyramidLevel - 1, startNs, endNs, isCalculated, stop);
        if (!isCalculated && FindSample(startNs, endNs, stop, isKept: out bool isKept) is var found
            && (isKept || StoppedNs is not null))
            return found;
        bool isSure = IsBefore(_before) || IsBefore(bucket.First) || IsAt(bucket.Last);
        return isSure && startNs > afterNs ? new Crossing(startNs, IsExact: false) : null;
    }

    private Crossing? FindSample(long fromNs, long toNs, CancellationToken stop) =>
        FindSample(fromNs, toNs, stop, out _);

    private Crossing? FindSample(long fromNs, long toNs, CancellationToken stop, out bool isKept)
    {
        Crossing? found = null;
        bool any = false;
        long readNs = fromNs;
        new RecordedWindow(part, fromNs, toNs).Read(
            (blocks, _) =>
            {
                if (limit.IsOver)
                {
                    StoppedNs = Math.Max(readNs, afterNs);
                    return false;
                }

                ReadOnlySpan<double> values = _columns.Read(
                    0, blocks.Block, blocks.Description, null, out SampleTimes times);
                for (int i = 0; i < values.Length && found is null; i++)
                {
                    long ns = blocks.Header.AcquiredNs + times.OffsetNs(blocks.Block.FirstSampleIndex, i);
                    if (ns < fromNs || ns >= toNs)
                        continue;
                    any = true;
                    readNs = ns;
                    if (ns > afterNs && IsBefore(_before) && IsAt(values[i]))
                        found = new Crossing(ns, IsExact: true);
                    _before = double.IsNaN(values[i]) ? _before : values[i];
                }

                return found is null;
            },
            stop);
        isKept = any;
        return found;
    }

    private bool MayCross(in Bucket bucket, double before) =>
        (IsAt(bucket.Max) || IsAt(bucket.Min)) && (IsBefore(before) || IsBefore(bucket.Min) || IsBefore(bucket.Max));

    // What the search inside a bucket met does not count: the bucket has its last sample.
    private void Follow(in Bucket bucket, double before) =>
        _before = bucket.Count > 0 && !double.IsNaN(bucket.Last) ? bucket.Last : before;

    private bool IsBefore(double value) => isRising ? value < level : value > level;

    private bool IsAt(double value) => isRising ? value >= level : value <= level;
}

/// <summary>Where a signal crosses a level.</summary>
/// <param name="Ns">When, UTC ns.</param>
/// <param name="IsExact">True: the sample; false: the begin of its bucket of 100 ms.</param>
internal readonly record struct Crossing(long Ns, bool IsExact);
