using System.Collections.Immutable;
using System.IO.Enumeration;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.History;

/// <summary>Reads a part of a stream's history, at a width that fits the question. Any thread.</summary>
public static class HistoryReader
{
    /// <summary>
    /// Buckets of all signals together at most: 10 MiB, and some 25 MB as JSON. More signals get wider buckets.
    /// </summary>
    public const int MaxCells = 262_144;

    /// <summary>Least number of buckets that may be requested: the newest one has only begun.</summary>
    public const int MinBuckets = 2;

    /// <summary>Reads some signals.</summary>
    /// <param name="history">Of what stream.</param>
    /// <param name="pattern">Name or pattern of signals: <c>*</c> for any run of characters, <c>?</c> for one.</param>
    /// <param name="seconds">How far back from the newest block: 1 to <see cref="BucketPlan.MaxSeconds"/>.</param>
    /// <param name="maxBuckets">Buckets of each signal at most, <see cref="MinBuckets"/> or more.</param>
    /// <param name="untilNs">Where the window ends, UTC ns; null = with the newest block.</param>
    /// <returns>Null when nothing is known of the stream yet. Without columns when no signal has such a name.</returns>
    public static HistoryView? Read(
        StreamHistory history, string pattern, int seconds, int maxBuckets, long? untilNs = null) =>
        Read(history, pattern, seconds, maxBuckets, untilNs, kept: null);

    /// <summary>Reads some signals, the older part from what is kept on the disk.</summary>
    /// <param name="history">Of what stream.</param>
    /// <param name="pattern">Name or pattern of signals.</param>
    /// <param name="seconds">How far back from the newest block.</param>
    /// <param name="maxBuckets">Buckets of each signal at most, <see cref="MinBuckets"/> or more.</param>
    /// <param name="untilNs">Where the window ends, UTC ns; null = with the newest block.</param>
    /// <param name="kept">What is on the disk; null nothing.</param>
    /// <returns>As above.</returns>
    internal static HistoryView? Read(
        StreamHistory history, string pattern, int seconds, int maxBuckets, long? untilNs, IKeptHistory? kept)
    {
        EarlierHistory? earlier = history.Earlier;
        BucketState state = history.Own?.Read() ?? default;
        if (state.Blocks > 0)
            return OfBoth(
                history, state, earlier, kept, new Window(pattern, seconds, maxBuckets, untilNs ?? long.MaxValue));
        return earlier is null
            ? null
            : OfReported(earlier, new Window(pattern, seconds, maxBuckets, untilNs ?? long.MaxValue));
    }

    /// <summary>Whether a window begins before what the memory of this monitor has.</summary>
    internal static bool ReachesBack(StreamHistory history, int seconds, long? untilNs)
    {
        BucketState state = history.Own?.Read() ?? default;
        return state.Blocks > 0
            && Math.Min(history.Own!.Plan.Grid.StartOf(state.NewestBucket), untilNs ?? long.MaxValue)
                - (seconds * UtcClock.NanosecondsPerSecond) < MemoryBegin(history.Own, state);
    }

    // A rig that is idle since before this monitor began.
    private static HistoryView OfReported(EarlierHistory earlier, in Window window)
    {
        string pattern = window.Pattern;
        ImmutableArray<string> names = [.. earlier.Names.Where(name => Matches(pattern, name))];
        BucketTable table =
            TableOf(earlier.Grid, window.EndOf(earlier.NewestNs), earlier.BeginNs, window, names.Length);
        for (int i = 0; i < names.Length; i++)
            earlier.AddTo(table, i, names[i], table.StartNs, table.EndNs);
        return new HistoryView(names, [.. names.Select(_ => "")], table, Math.Min(earlier.UntilNs, window.UntilNs));
    }

    private static HistoryView OfBoth(
        StreamHistory history, in BucketState state, EarlierHistory? earlier, IKeptHistory? kept, in Window window)
    {
        StreamBuckets own = history.Own!;
        string pattern = window.Pattern;
        ImmutableArray<SignalDescription> signals = own.Plan.Signals;
        int[] columns = [.. Enumerable.Range(0, signals.Length).Where(i => Matches(pattern, signals[i].Name))];
        CalculatedHistory.Entry[] calculated =
        [
            .. history.Calculated?.Columns.Where(entry => Matches(pattern, entry.Column.Name)) ?? [],
        ];
        ImmutableArray<string> names = [.. columns.Select(i => signals[i].Name)];
        long newest = window.EndOf(own.Plan.Grid.StartOf(state.NewestBucket));
        if (earlier?.NewestNs < newest - (window.Seconds * UtcClock.NanosecondsPerSecond))
            earlier = null;
        if (kept?.BeginNs >= MemoryBegin(own, state))
            kept = null;
        long calculatedNs = calculated.Length == 0 ? 0 : calculated[0].Buckets.Grid.WidthNs;
        BucketGrid grid = new(Math.Max(Math.Max(own.Plan.Grid.WidthNs, calculatedNs), earlier?.Grid.WidthNs ?? 0));
        long oldest = Math.Min(
            kept?.BeginNs ?? state.BeginNs, Math.Min(state.BeginNs, earlier?.BeginNs ?? state.BeginNs));
        BucketTable table = TableOf(grid, newest, oldest, window, names.Length + calculated.Length);
        long joint = earlier is null
            ? table.StartNs
            : Math.Clamp(JointOf(table.Grid, state, earlier), table.StartNs, table.EndNs);
        long calculatedFrom = table.StartNs;
        long keptFrom = joint;
        if (kept is not null)
        {
            long whole = table.Grid.StartOf(table.Grid.FirstWholeStart(MemoryBegin(own, state)));
            joint = calculatedFrom = Math.Clamp(whole, table.StartNs, table.EndNs);
            keptFrom = earlier is null ? table.StartNs : Math.Clamp(
                table.Grid.StartOf(table.Grid.FirstWholeStart(kept.BeginNs)), table.StartNs, joint);
            kept.AddTo(table, [.. names, .. calculated.Select(entry => entry.Column.Name)], keptFrom, joint);
        }

        for (int i = 0; i < names.Length; i++)
            earlier?.AddTo(table, i, names[i], table.StartNs, keptFrom);
        own.AddTo(table, joint, table.EndNs, columns);
        for (int i = 0; i < calculated.Length; i++)
            calculated[i].Buckets.AddTo(table, names.Length + i, calculatedFrom, table.EndNs);
        return new HistoryView(
            [.. names, .. calculated.Select(entry => entry.Column.Name)],
            [.. columns.Select(i => signals[i].Unit), .. calculated.Select(entry => entry.Column.Unit)],
            table,
            Math.Min(state.UntilNs, window.UntilNs));
    }

    // The oldest row goes next: it is not counted on.
    private static long MemoryBegin(StreamBuckets own, in BucketState state) => Math.Max(
        state.BeginNs, own.Plan.Grid.StartOf(state.NewestBucket - own.Plan.Rows + 2));

    private static BucketTable TableOf(BucketGrid finest, long newestNs, long oldestNs, in Window window, int columns)
    {
        int max = Math.Max(MinBuckets, Math.Min(window.MaxBuckets, MaxCells / Math.Max(1, columns)));
        int seconds = window.Seconds;

        // Of weeks that were asked for, only those that there are need room.
        if (seconds > BucketPlan.MaxSeconds)
            seconds = (int)Math.Clamp(
                ((newestNs - oldestNs) / UtcClock.NanosecondsPerSecond) + 1, BucketPlan.MaxSeconds, seconds);
        BucketGrid grid = finest.CoarsenTo(seconds, max - 1);
        long last = grid.IndexOf(newestNs);
        long first =
            Math.Min(last, Math.Max(last - Math.Min(grid.CountIn(seconds), max - 1), grid.IndexOf(oldestNs)));
        BucketTable table = new();
        table.Reset(grid, first, (int)(last - first) + 1, columns);
        return table;
    }

    private static bool Matches(string pattern, string name) =>
        FileSystemName.MatchesSimpleExpression(pattern, name, ignoreCase: false);

    // The bucket in which the first block came was seen in part: it is the connector's, once that has all of it.
    private static long JointOf(BucketGrid grid, in BucketState own, EarlierHistory earlier)
    {
        long whole = grid.StartOf(grid.FirstWholeStart(own.BeginNs));
        return earlier.UntilNs >= whole ? whole : grid.StartOf(grid.IndexOf(own.BeginNs));
    }

    // What was requested.
    private readonly record struct Window(string Pattern, int Seconds, int MaxBuckets, long UntilNs)
    {
        public long EndOf(long newestNs) => Math.Min(newestNs, UntilNs - 1);
    }
}

/// <summary>The history of some signals of a stream.</summary>
/// <param name="Names">Names of the signals, one for each column of the table.</param>
/// <param name="Units">Their units; empty when they are not known yet.</param>
/// <param name="Table">The buckets.</param>
/// <param name="UntilNs">Due time of the end of the newest block that is in it, UTC ns.</param>
public sealed record HistoryView(
    ImmutableArray<string> Names, ImmutableArray<string> Units, BucketTable Table, long UntilNs)
{
    /// <summary>False where the time for a request was over before the end of the window.</summary>
    public bool IsWhole { get; init; } = true;
}
