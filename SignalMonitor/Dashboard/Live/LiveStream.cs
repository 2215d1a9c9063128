using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Streams;
using SignalMonitor.Taps;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// What browsers requested of one stream, by its name: keeps a tap at the stream that has the name now, and folds what
/// comes through it into buckets and pairs, once for all browsers. Live thread only.
/// </summary>
internal sealed class LiveStream : IDisposable
{
    private readonly LiveBudget _budget;
    private readonly Dictionary<string, LiveSignal> _signals = [];
    private readonly Dictionary<(string X, string Y, int PerSecond), PairFeed> _pairs = [];
    private readonly List<Reader> _readers = [];
    private readonly SampleCuts _cuts = new();
    private StreamSignals? _names;
    private StreamDescription? _description;
    private VariablePlan? _plan;
    private MonitoredStream? _folded;
    private long _retiredDropped;

    /// <summary>Nothing is requested yet.</summary>
    public LiveStream(string name, LiveBudget budget) => (Name, _budget) = (name, budget);

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>What is requested.</summary>
    public List<LiveSubscription> Subscriptions { get; } = [];

    /// <summary>True after subscriptions were added or removed, until <see cref="Follow"/> has seen to them.</summary>
    public bool IsChanged { get; set; } = true;

    /// <summary>The stream that has the name now; null none.</summary>
    public MonitoredStream? Stream { get; private set; }

    /// <summary>Counts blocks that were folded.</summary>
    public long Version { get; private set; }

    /// <summary>Where the oldest block begins that was folded since the last <see cref="Drain()"/>, UTC ns.</summary>
    public long TouchedNs { get; private set; } = long.MaxValue;

    /// <summary>Due time of the end of the newest block, UTC ns.</summary>
    public long UntilNs { get; private set; }

    /// <summary>Blocks that the live thread was not fast enough for, or that came while a tap was changed.</summary>
    public long Dropped => _retiredDropped + _readers.Sum(static reader => reader.Tap.Dropped);

    /// <summary>
    /// Follows the stream that has the name now, its description and its calculated channels, and what is requested:
    /// true when what a name means has changed, so that subscriptions must be resolved again.
    /// </summary>
    public bool Follow(MonitoredStream? stream)
    {
        StreamDescription? description = stream?.Board?.Plan.Stream;
        VariablePlan? plan = stream?.Variables?.Plan;
        if (!IsChanged && ReferenceEquals(stream, Stream) && ReferenceEquals(description, _description)
            && ReferenceEquals(plan, _plan))
            return false;
        if (!ReferenceEquals(description, _description))
            _names = description is null ? null : new StreamSignals(description);
        if (!ReferenceEquals(stream, Stream))
            LeaveTap();
        if (stream is not null && !ReferenceEquals(stream, _folded))
            Remove(stream);
        (Stream, _description, _plan, IsChanged) = (stream, description, plan, false);
        return true;
    }

    // Another stream has the name now: what was folded is not of it.
    private void Remove(MonitoredStream stream)
    {
        if (_folded is not null)
        {
            _signals.Clear();
            _pairs.Clear();
            foreach (LiveSubscription subscription in Subscriptions)
                subscription.IsAnswered = false;
        }

        _folded = stream;
    }

    /// <summary>The signal of a name, as the stream has it now; null when it has none.</summary>
    public LiveColumn? Find(string name)
    {
        if (_names?.Find(name) is { } signal)
            return LiveColumn.From(_description!, signal);
        foreach (RunningVariable variable in _plan?.Variables ?? [])
        {
            if (variable.Name == name && _description is not null)
                return LiveColumn.From(_description, variable);
        }

        return null;
    }

    /// <summary>
    /// Takes the memory for all subscriptions, as far as they were resolved, and copies what they need from here on.
    /// </summary>
    /// <returns>Null, or the newest subscription and why there is no memory for it: it is to be refused.</returns>
    public (LiveSubscription Of, string Why)? Supply()
    {
        LiveNeeds needs = new();
        foreach (LiveSubscription subscription in Subscriptions)
            subscription.AddTo(needs);
        long bytes = needs.Bytes(_description);
        if (bytes > _budget.Left + Bytes && Subscriptions.Count > 0)
            return (Subscriptions[^1], TooLargeText(bytes));
        _budget.Return(Bytes);
        Bytes = _budget.TryTake(bytes) ? bytes : 0;
        Require(needs.Signals);
        Require(needs.Curves);
        Tap(needs.Columns);
        foreach (LiveSubscription subscription in Subscriptions)
            subscription.Bind(_signals, _pairs);
        return null;
    }

    /// <summary>Bytes that it takes of the budget.</summary>
    public long Bytes { get; private set; }

    /// <summary>Folds what has come since the last call.</summary>
    public void Drain()
    {
        TouchedNs = long.MaxValue;
        while (_readers.Count > 0)
        {
            // A tap is left once the compute thread is seen at a later one: nothing comes through it any more. Of taps
            // that were replaced between two blocks it never saw those in the middle.
            bool isLeft = _readers.FindIndex(1, static reader => reader.Tap.HasBegun) > 0;
            Drain(_readers[0]);
            if (!isLeft)
                return;
            Retire(_readers[0]);
            _readers.RemoveAt(0);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        LeaveTap();
        _budget.Return(Bytes);
        Bytes = 0;
    }

    private static string TooLargeText(long bytes) =>
        $"live data of this stream would take {bytes >> 20} MiB, more than is left; close panels, or take fewer "
            + $"signals or wider buckets";

    private void Require(IReadOnlyDictionary<string, (LiveColumn Column, HashSet<long> Widths)> wanted)
    {
        foreach (string name in _signals.Keys.Where(
            name => !wanted.TryGetValue(name, out var entry) || entry.Widths.Count == 0).ToArray())
            _signals.Remove(name);
        foreach ((string name, (LiveColumn column, HashSet<long> widths)) in wanted)
        {
            if (widths.Count == 0)
                continue;
            if (!_signals.TryGetValue(name, out LiveSignal? signal) || signal.Column != column)
                _signals[name] = signal = new LiveSignal(column);
            signal.Require(widths);
        }
    }

    private void Require(IReadOnlyDictionary<(string X, string Y, int PerSecond), (LiveColumn X, LiveColumn Y)> curves)
    {
        foreach ((string X, string Y, int PerSecond) key in _pairs.Keys.Where(
            key => !curves.ContainsKey(key)).ToArray())
            _pairs.Remove(key);
        foreach (((string X, string Y, int PerSecond) key, (LiveColumn x, LiveColumn y)) in curves)
        {
            if (!_pairs.TryGetValue(key, out PairFeed? feed) || feed.X != x || feed.Y != y)
                _pairs[key] = new PairFeed(x, y, key.PerSecond);
        }
    }

    private void Tap(ImmutableArray<LiveColumn> columns)
    {
        if (columns.IsEmpty || Stream is null || _description is null)
        {
            LeaveTap();
            return;
        }

        Reader? before = _readers.Count > 0 ? _readers[^1] : null;
        bool isSame = before is not null && ReferenceEquals(before.Tap.Description, _description)
            && before.Tap.Columns.SequenceEqual(columns);
        LiveTap now = isSame ? before!.Tap : new LiveTap(_description, columns);
        Stream.Tap = now;
        if (isSame)
        {
            _readers.RemoveAt(_readers.Count - 1);
        }
        else if (_readers.Count > 1 && !before!.Tap.HasBegun)
        {
            // While no block comes, browsers may request one thing after another: no more than two taps are kept.
            Retire(before);
            _readers.RemoveAt(_readers.Count - 1);
        }

        _readers.Add(new Reader(now, columns, _signals, _pairs.Values));
    }

    // What was still to come through the taps is left: it is not requested, or it is of a stream that is gone.
    private void LeaveTap()
    {
        if (Stream is not null)
            Stream.Tap = null;
        foreach (Reader reader in _readers)
            Retire(reader);
        _readers.Clear();
    }

    // The compute thread may still be inside a tap that was left. That is harmless: no thread waits at its rings, so
    // nothing is woken.
    private void Retire(Reader reader)
    {
        _retiredDropped += reader.Tap.Dropped + reader.Tap.Held;
        reader.Tap.Dispose();
    }

    private void Drain(Reader reader)
    {
        // What waits now and no more: blocks that come faster than they are folded are dropped, not followed for ever.
        for (int left = reader.Tap.Held; left > 0 && reader.Tap.TryTake(out LiveSlot block); left--)
        {
            Aggregate(reader, block);
            reader.Tap.Return(block);
            TouchedNs = Math.Min(TouchedNs, block.AcquiredNs);
            UntilNs = block.DueNs;
            Version++;
        }
    }

    private void Aggregate(Reader reader, LiveSlot block)
    {
        (SampleTimes Times, int Points, long WidthNs) cut = default;
        for (int i = 0; i < reader.Signals.Length; i++)
        {
            ReadOnlySpan<double> values = reader.Tap.Values(block, i);
            if (reader.Signals[i] is not { } signal || values.IsEmpty)
                continue;
            BucketGrid grid = signal.Levels[0].Grid;
            (SampleTimes Times, int Points, long WidthNs) needed = (signal.Column.Times, values.Length, grid.WidthNs);
            if (cut != needed)
                _cuts.Cut(grid, needed.Times, block.FirstIndex, block.AcquiredNs, needed.Points);
            cut = needed;
            signal.Add(values, _cuts.All, block.AcquiredNs);
        }

        foreach ((PairFeed feed, int x, int y) in reader.Pairs)
            feed.Add(reader.Tap.Values(block, x), reader.Tap.Values(block, y), block);
    }

    // A tap, and who gets its columns.
    private sealed class Reader
    {
        public Reader(
            LiveTap tap,
            ImmutableArray<LiveColumn> columns,
            Dictionary<string, LiveSignal> signals,
            IEnumerable<PairFeed> pairs)
        {
            Tap = tap;
            Signals = [.. columns.Select(column => signals.GetValueOrDefault(column.Name))];
            Dictionary<string, int> places = Enumerable.Range(0, columns.Length).ToDictionary(i => columns[i].Name);
            Pairs = [.. pairs.Select(feed => (feed, places[feed.X.Name], places[feed.Y.Name]))];
        }

        public LiveTap Tap { get; }

        public ImmutableArray<LiveSignal?> Signals { get; }

        public ImmutableArray<(PairFeed Feed, int X, int Y)> Pairs { get; }
    }
}
