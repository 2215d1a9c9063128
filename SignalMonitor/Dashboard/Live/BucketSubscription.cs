using FuncLibs.Signals.Buckets;
using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// Signals as buckets. A browser that takes every batch gets each bucket once it is whole, and the newest one as far as
/// it is filled. One that is behind gets what it missed in wider buckets, as many as fit a section, up to now.
/// </summary>
/// <param name="id">Number that the browser gave it.</param>
/// <param name="stream">Name of the stream.</param>
/// <param name="names">Names of the signals.</param>
/// <param name="widthNs">Width of the buckets: one of the grid.</param>
internal sealed class BucketSubscription(
    uint id, string stream, IReadOnlyList<string> names, long widthNs) : LiveSubscription(id, stream)
{
    // 2^8 = as many buckets as are kept: beyond that there is nothing finer to merge.
    private const int MaxDoublings = 8;

    private readonly BucketGrid _grid = new(widthNs);
    private LiveColumn[] _found = [];
    private string[] _missing = [.. names];
    private LiveSignal[] _signals = [];
    private int _restarts;
    private long? _nextNs;

    /// <inheritdoc/>
    public override int Signals => names.Count;

    /// <inheritdoc/>
    public override long WidthNs => widthNs;

    /// <inheritdoc/>
    public override IReadOnlyList<LiveColumn> Found => _found;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Missing => _missing;

    /// <inheritdoc/>
    public override bool Resolve(LiveStream stream)
    {
        LiveColumn[] before = _found;
        (string Name, LiveColumn? Column)[] all = [.. names.Select(name => (name, stream.Find(name)))];
        _found = [.. all.Select(entry => entry.Column).OfType<LiveColumn>()];
        _missing = [.. all.Where(entry => entry.Column is null).Select(entry => entry.Name)];
        return !before.SequenceEqual(_found);
    }

    /// <inheritdoc/>
    public override void AddTo(LiveNeeds needs)
    {
        foreach (LiveColumn column in _found)
            needs.Add(column, widthNs);
    }

    /// <inheritdoc/>
    public override void Bind(
        IReadOnlyDictionary<string, LiveSignal> signals,
        IReadOnlyDictionary<(string X, string Y, int PerSecond), PairFeed> pairs)
    {
        LiveSignal[] before = _signals;
        _signals = [.. _found.Select(column => signals[column.Name])];
        if (!before.SequenceEqual(_signals))
            Begin();
    }

    /// <inheritdoc/>
    public override void Touch(long ns)
    {
        if (ns < _nextNs)
            _nextNs = _grid.StartOf(_grid.IndexOf(ns));
    }

    /// <inheritdoc/>
    protected override bool TryWrite(LiveBatch batch, LiveStream stream)
    {
        if (_signals.Sum(static signal => signal.Restarts) != _restarts)
            Begin();
        if (Reach() is not var (from, newest))
            return false;
        int max = Math.Clamp(LiveLimits.SectionCells / _signals.Length, 2, LiveLimits.SectionBuckets);
        long wanted = newest - from + 1;
        BucketGrid grid = _grid;
        for (int doublings = 0; doublings < MaxDoublings && !Serves(grid, from, newest, max); doublings++)
            grid = new BucketGrid(2 * grid.WidthNs);
        long last = grid.IndexOf(_grid.StartOf(newest));
        long first = Math.Max(grid.IndexOf(_grid.StartOf(from)), last - max + 1);
        int count = (int)(last - first) + 1;
        batch.BeginBuckets(new LiveSection(
            Id, _signals.Length, grid.StartOf(first), grid.WidthNs, count, stream.UntilNs, stream.Dropped)
        {
            IsReset = IsReset,
            IsCoarser = wanted > max || grid != _grid,
        });
        for (int signal = 0; signal < _signals.Length; signal++)
        {
            for (int bucket = 0; bucket < count; bucket++)
                batch.Set((signal * count) + bucket, Merged(_signals[signal], grid, first + bucket));
        }

        _nextNs = grid.StartOf(last);
        return true;
    }

    private void Begin() =>
        (IsReset, _nextNs, _restarts) = (true, null, _signals.Sum(static signal => signal.Restarts));

    // From what was not sent yet, or the first bucket that all signals saw whole, to the newest one; null while there
    // is none.
    private (long From, long Newest)? Reach()
    {
        long newest = long.MinValue;
        long whole = long.MinValue;
        foreach (LiveSignal signal in _signals)
        {
            BucketLevel level = signal.LevelOf(widthNs);
            if (level.Newest is not { } last)
                continue;
            // A signal that another browser requested more finely is counted in that level's buckets.
            newest = Math.Max(newest, _grid.IndexOf(level.Grid.StartOf(last)));
            whole = Math.Max(whole, _grid.FirstWholeStart(level.Grid.StartOf(level.Oldest)));
        }

        long from = _nextNs is { } next ? _grid.IndexOf(next) : Math.Max(whole, newest - LiveLimits.SectionBuckets + 1);
        return newest == long.MinValue || from > newest ? null : (from, newest);
    }

    private bool Serves(BucketGrid grid, long from, long newest, int max)
    {
        long fromNs = _grid.StartOf(from);
        if (grid.IndexOf(_grid.StartOf(newest)) - grid.IndexOf(fromNs) >= max)
            return false;
        foreach (LiveSignal signal in _signals)
        {
            BucketLevel level = signal.LevelFor(grid.WidthNs, fromNs)!;
            if (level.Newest is not null && level.Grid.StartOf(level.Oldest) > fromNs && level.Oldest > level.WholeFrom)
                return false;
        }

        return true;
    }

    private static Bucket Merged(LiveSignal signal, BucketGrid grid, long bucket)
    {
        long startNs = grid.StartOf(bucket);
        BucketLevel level = signal.LevelFor(grid.WidthNs, startNs)!;
        long end = Math.Min(level.Grid.IndexOf(startNs + grid.WidthNs - 1), level.Newest ?? long.MinValue);
        Bucket merged = default;
        for (long one = Math.Max(level.Grid.IndexOf(startNs), level.Oldest); one <= end; one++)
            merged = merged.Append(level[one]);
        return merged;
    }
}
