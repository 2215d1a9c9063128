using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Rings;

namespace FuncLibs.Signals.Buckets;

/// <summary>
/// The last stretch of time of one stream as buckets of every signal. One thread adds blocks, without allocating or
/// waiting; any thread reads.
/// </summary>
/// <remarks>
/// A sequence lock: the version is odd while the writer is inside; a reader copies one row and takes it only when the
/// version did not move. Blocks that are added in the order of time give the same buckets however the samples were cut.
/// A block that is further back than all that is kept means that the clock was set back: then everything restarts.
/// </remarks>
public sealed class StreamBuckets
{
    private readonly BucketRing _ring;
    private SequenceLock _lock;
    private BucketState _state;

    /// <summary>An empty history; allocates everything now.</summary>
    public StreamBuckets(BucketPlan plan)
    {
        Plan = plan;
        _ring = new BucketRing(plan.Signals.Length, plan.Rows);
    }

    /// <summary>What is kept.</summary>
    public BucketPlan Plan { get; }

    /// <summary>Writer: adds a block of the plan's stream. Signals that it does not hold get no samples.</summary>
    /// <param name="block">A valid block.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    public void Add(CDataBlock block, long acquiredNs)
    {
        acquiredNs = Math.Clamp(acquiredNs, -BucketGrid.MaxTimeNs, BucketGrid.MaxTimeNs);
        long last = Plan.Grid.IndexOf(acquiredNs + LastOffset(block));
        long first = Math.Max(Plan.Grid.IndexOf(acquiredNs), last - _ring.Rows + 1);
        bool begins = _state.Blocks == 0 || _ring.IsBehind(last);
        _lock.BeginWrite();
        if (begins)
            _ring.Clear();
        for (long bucket = first; bucket <= last; bucket++)
        {
            if (!_ring.IsBehind(bucket))
                AddTo(bucket, block, acquiredNs, isWhole: first == last);
        }

        _state = new BucketState(
            begins ? 1 : _state.Blocks + 1,
            begins ? acquiredNs : _state.BeginNs,
            acquiredNs + DurationOf(block),
            _ring.Newest ?? last);
        _lock.EndWrite();
    }

    /// <summary>Reader: how far it reaches.</summary>
    public BucketState Read()
    {
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                BucketState state = _state;
                if (_lock.IsValid(version))
                    return state;
            }

            spin.SpinOnce();
        }
    }

    /// <summary>
    /// Reader: merges the buckets of a stretch of time into a table whose grid is this one's or coarser. Each row is of
    /// one moment.
    /// </summary>
    /// <param name="table">Where to.</param>
    /// <param name="fromNs">Buckets that begin here or later.</param>
    /// <param name="toNs">Buckets that begin before.</param>
    /// <param name="columns">Which signals, by their index; one for each column of the table.</param>
    public void AddTo(BucketTable table, long fromNs, long toNs, ReadOnlySpan<int> columns)
    {
        BucketState state = Read();
        if (state.Blocks == 0 || toNs <= fromNs)
            return;
        Bucket[] row = new Bucket[_ring.Columns];
        long from = Math.Max(Plan.Grid.IndexOf(fromNs - 1) + 1, state.NewestBucket - _ring.Rows + 1);
        long to = Math.Min(Plan.Grid.IndexOf(toNs - 1), state.NewestBucket);
        for (long bucket = from; bucket <= to; bucket++)
        {
            if (!TryCopy(bucket, row))
                continue;
            for (int i = 0; i < columns.Length; i++)
                table.Add(Plan.Grid.StartOf(bucket), i, row[columns[i]]);
        }
    }

    // False when the row is not kept (any more).
    private bool TryCopy(long bucket, Span<Bucket> row)
    {
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                bool kept = _ring.Find(bucket).TryCopyTo(row) && !_ring.Find(bucket).IsEmpty;
                if (_lock.IsValid(version))
                    return kept;
            }

            spin.SpinOnce();
        }
    }

    private void AddTo(long bucket, CDataBlock block, long acquiredNs, bool isWhole)
    {
        Span<Bucket> row = _ring.Row(bucket);
        long begin = Plan.Grid.StartOf(bucket) - acquiredNs;
        (SignalGroup Group, int Channel) known = default;
        (int from, int count) = (0, 0);
        for (int signal = 0; signal < row.Length; signal++)
        {
            SignalAddress address = Plan.Signals[signal].Address;
            if (signal == 0 || known != (address.Group, address.Channel))
            {
                // Once a channel: its columns have their points at the same times.
                known = (address.Group, address.Channel);
                int points = BlockSamples.PointsOf(block, address);
                (from, count) =
                    isWhole ? (0, points) : Stretch(Plan.Times[signal], block.FirstSampleIndex, begin, points);
            }

            if (count > 0)
                row[signal] = row[signal].Append(BlockSamples.Aggregate(block, address, from, count));
        }
    }

    private (int From, int Count) Stretch(in SampleTimes times, long firstIndex, long beginNs, int points)
    {
        int from = times.CountBefore(firstIndex, beginNs, points);
        return (from, times.CountBefore(firstIndex, beginNs + Plan.Grid.WidthNs, points) - from);
    }

    // Of the latest sample of any channel.
    private long LastOffset(CDataBlock block)
    {
        long last = 0;
        (SignalGroup Group, int Channel) known = default;
        for (int signal = 0; signal < _ring.Columns; signal++)
        {
            SignalAddress address = Plan.Signals[signal].Address;
            if (address.IsBit || (signal > 0 && known == (address.Group, address.Channel)))
                continue;
            known = (address.Group, address.Channel);
            int points = BlockSamples.PointsOf(block, address);
            last = Math.Max(last, Plan.Times[signal].OffsetNs(block.FirstSampleIndex, Math.Max(0, points - 1)));
        }

        return last;
    }

    private long DurationOf(CDataBlock block)
    {
        int points = block.ChannelCount(BlockGroup.Servo) > 0
            ? block.Channel(BlockGroup.Servo, 0).PointCount
            : Plan.Stream.PointsPerBlock;
        return new SampleTimes(Plan.Stream.BaseRateHz, 1, 1).OffsetNs(block.FirstSampleIndex, points);
    }
}

/// <summary>How far a history reaches; all times in ns since the Unix epoch.</summary>
/// <param name="Blocks">Blocks that are in it; 0 none yet, and then the times mean nothing.</param>
/// <param name="BeginNs">Due time of the first sample of the first block: what is before was not seen.</param>
/// <param name="UntilNs">Due time of the end of the newest block: what is before is complete, but for blocks that are
/// missing.</param>
/// <param name="NewestBucket">Number of the newest bucket.</param>
public readonly record struct BucketState(long Blocks, long BeginNs, long UntilNs, long NewestBucket);
