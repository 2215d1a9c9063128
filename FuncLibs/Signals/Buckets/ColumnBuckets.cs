using FuncLibs.Runtime.Rings;

namespace FuncLibs.Signals.Buckets;

/// <summary>
/// The last stretch of time of one column as buckets. One thread adds the samples of block after block, without
/// allocating or waiting; any thread reads (<see cref="SequenceLock"/>). The same samples give the same buckets as in
/// <see cref="StreamBuckets"/>.
/// </summary>
public sealed class ColumnBuckets
{
    private readonly BucketRing _ring;
    private SequenceLock _lock;

    /// <summary>Nothing yet; allocates everything now.</summary>
    /// <param name="grid">The buckets.</param>
    /// <param name="rows">How many are kept, 1 or more.</param>
    public ColumnBuckets(BucketGrid grid, int rows) => (Grid, _ring) = (grid, new BucketRing(1, rows));

    /// <summary>Its grid.</summary>
    public BucketGrid Grid { get; }

    /// <summary>Writer: adds the samples of a block.</summary>
    /// <param name="values">The samples.</param>
    /// <param name="times">When they are due.</param>
    /// <param name="firstIndex">Base index of the block's first sample.</param>
    /// <param name="acquiredNs">Due time of that sample, UTC ns.</param>
    /// <param name="cuts">Room for cutting them.</param>
    public void Add(
        ReadOnlySpan<double> values, in SampleTimes times, long firstIndex, long acquiredNs, SampleCuts cuts)
    {
        if (values.IsEmpty)
            return;
        cuts.Cut(
            Grid,
            times,
            firstIndex,
            Math.Clamp(acquiredNs, -BucketGrid.MaxTimeNs, BucketGrid.MaxTimeNs),
            values.Length);
        _lock.BeginWrite();
        if (_ring.IsBehind(cuts.All[^1].Bucket))
            _ring.Clear();
        foreach (SampleCut cut in cuts.All)
        {
            if (_ring.IsBehind(cut.Bucket))
                continue;
            ref Bucket cell = ref _ring.Row(cut.Bucket)[0];
            cell = cell.Append(Bucket.From(values.Slice(cut.From, cut.Count)));
        }

        _lock.EndWrite();
    }

    /// <summary>
    /// Reader: merges the buckets of a stretch of time into a column of a table whose grid is this one's or coarser.
    /// </summary>
    /// <param name="table">Where to.</param>
    /// <param name="column">Which column of the table.</param>
    /// <param name="fromNs">Buckets that begin here or later.</param>
    /// <param name="toNs">Buckets that begin before.</param>
    public void AddTo(BucketTable table, int column, long fromNs, long toNs)
    {
        long to = Grid.IndexOf(toNs - 1);
        for (long bucket = Grid.FirstWholeStart(fromNs); bucket <= to; bucket++)
            table.Add(Grid.StartOf(bucket), column, Read(bucket));
    }

    private Bucket Read(long bucket)
    {
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                ReadOnlySpan<Bucket> row = _ring.Find(bucket);
                Bucket copy = row.IsEmpty ? default : row[0];
                if (_lock.IsValid(version))
                    return copy;
            }

            spin.SpinOnce();
        }
    }
}
