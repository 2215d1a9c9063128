using System.Collections.Immutable;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Tables that were copied of late. Whoever requests one within <see cref="MaxAge"/> gets the same copy: requests in a
/// loop cost the compute thread no more than one copy in that time. Any thread.
/// </summary>
internal sealed class TableCache : IDisposable
{
    /// <summary>How long a copy serves.</summary>
    public static readonly TimeSpan MaxAge = TimeSpan.FromMilliseconds(250);

    // Some MiB each.
    private const int MaxTables = 16;

    private readonly Lock _gate = new();
    private readonly TimeProvider _time;
    private readonly ITimer _tidy;
    private readonly List<Entry> _entries = [];

    /// <summary>Holds nothing yet.</summary>
    /// <param name="time">Clock.</param>
    public TableCache(TimeProvider time)
    {
        _time = time;
        _tidy = time.CreateTimer(_ => Tidy(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The copy of a table; null when there is none that is young enough.</summary>
    /// <param name="plan">The plan in force.</param>
    /// <param name="place">Place of the table in its program.</param>
    public TableSnapshot? Find(VariablePlan plan, int place)
    {
        lock (_gate)
        {
            RemoveExpired();
            return _entries.Find(entry => ReferenceEquals(entry.Plan, plan) && entry.Place == place).Table;
        }
    }

    /// <summary>Keeps a copy that was just made.</summary>
    /// <param name="plan">The plan that was in force.</param>
    /// <param name="place">Place of the table in its program.</param>
    /// <param name="table">The copy.</param>
    public void Keep(VariablePlan plan, int place, TableSnapshot table)
    {
        lock (_gate)
        {
            RemoveExpired();
            if (_entries.Count == MaxTables)
                _entries.RemoveAt(0);
            _entries.Add(new Entry(plan, place, _time.GetTimestamp(), table));
        }

        _tidy.Change(MaxAge, Timeout.InfiniteTimeSpan);
    }

    /// <inheritdoc/>
    public void Dispose() => _tidy.Dispose();

    // There may be no further request: the memory is freed all the same.
    private void Tidy()
    {
        lock (_gate)
            RemoveExpired();
    }

    private void RemoveExpired() => _entries.RemoveAll(entry => _time.GetElapsedTime(entry.CopiedAt) >= MaxAge);

    private readonly record struct Entry(VariablePlan Plan, int Place, long CopiedAt, TableSnapshot Table);
}

/// <summary>A calculated channel that is a table, as it was when it was copied.</summary>
/// <param name="Columns">Names of the columns.</param>
/// <param name="Rows">The rows, as long as the columns are many.</param>
/// <param name="Loss">What the table no longer shows exactly, in a line; null nothing.</param>
internal sealed record TableSnapshot(
    ImmutableArray<string> Columns, ImmutableArray<ImmutableArray<double>> Rows, string? Loss);
