using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.History;

/// <summary>What a stream did before this monitor listened, as its connector reported it. Immutable.</summary>
public sealed class EarlierHistory
{
    private readonly HistoryAnswer _answer;
    private readonly Dictionary<string, HistoryColumn> _byName;

    private EarlierHistory(HistoryAnswer answer)
    {
        _answer = answer;
        _byName = answer.Columns
            .DistinctBy(column => column.Name)
            .ToDictionary(column => column.Name, StringComparer.Ordinal);
    }

    /// <summary>Its grid.</summary>
    public BucketGrid Grid => new(_answer.BucketNs);

    /// <summary>When it begins, UTC ns.</summary>
    public long BeginNs => _answer.T0;

    /// <summary>When its last bucket begins, UTC ns.</summary>
    public long NewestNs => _answer.T0 + ((_answer.Buckets - 1) * _answer.BucketNs);

    /// <summary>What is before is complete, UTC ns.</summary>
    public long UntilNs => _answer.UntilNs;

    /// <summary>Names of its signals.</summary>
    public IEnumerable<string> Names => _byName.Keys;

    /// <summary>
    /// Takes an answer; null when it is empty, its times are beyond reason, or its grid is none of ours.
    /// </summary>
    public static EarlierHistory? TryFrom(HistoryAnswer answer)
    {
        long factor = answer.BucketNs / BucketGrid.FinestNs;
        bool ours = answer.BucketNs % BucketGrid.FinestNs == 0 && long.IsPow2(factor) && factor <= 1 << 20;
        bool sane = Math.Abs(answer.T0 / 2) < BucketGrid.MaxTimeNs / 2
            && Math.Abs(answer.UntilNs / 2) < BucketGrid.MaxTimeNs / 2;
        return ours && sane && answer.Buckets > 0 ? new EarlierHistory(answer) : null;
    }

    /// <summary>Merges the buckets of a signal that begin in a stretch of time into a column of a table whose grid is
    /// this one's or coarser.</summary>
    public void AddTo(BucketTable table, int column, string name, long fromNs, long toNs)
    {
        if (!_byName.TryGetValue(name, out HistoryColumn? from))
            return;
        for (int b = 0; b < from.Counts.Length; b++)
        {
            long start = _answer.T0 + (b * _answer.BucketNs);
            if (start >= fromNs && start < toNs)
                table.Add(
                    start, column, new Bucket(from.Min[b], from.Max[b], from.First[b], from.Last[b], from.Counts[b]));
        }
    }
}
