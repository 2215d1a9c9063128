using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Taps;

namespace SignalMonitor.Pyramids;

/// <summary>
/// Folds the blocks of a stream, in their order and each once, into rows of the finest level: with the cuts of
/// <see cref="StreamBuckets"/>, so that how samples were cut into blocks leaves no trace. A block that is in already is
/// left out, as after a restart. Does not allocate for a block after the first of a description and plan. One thread.
/// </summary>
/// <param name="rows">Receives the rows.</param>
/// <param name="floor">What is in already.</param>
internal sealed class PyramidFold(IPyramidRows rows, PyramidPoint floor)
{
    // A block is shorter than 6.8 minutes; one that says otherwise is left out.
    private const long MaxBuckets = 4096;

    private static readonly BucketGrid Grid = PyramidLevels.GridOf(0);

    private readonly double[] _scalar = new double[1];
    private PyramidPoint _reached = floor;
    private PyramidPoint _passed = floor;
    private StreamDescription? _stream;
    private VariablePlan? _plan;
    private BucketPlan _channels = null!;
    private (LiveColumn Column, int Place)[] _calculated = [];
    private PyramidRow? _open;

    /// <summary>Adds a block.</summary>
    /// <param name="block">A valid block of the stream.</param>
    /// <param name="header">Its header.</param>
    /// <param name="stream">What the stream is.</param>
    /// <param name="plan">Calculated channels, which have just run over it; null none.</param>
    /// <param name="through">Only its samples in finest buckets up to this one.</param>
    public void Add(
        CDataBlock block,
        in FrameHeader header,
        StreamDescription stream,
        VariablePlan? plan,
        long through = long.MaxValue)
    {
        bool isNext = (header.Epoch, header.Sequence) == (_reached.Epoch, _reached.Sequence);
        var here = new PyramidPoint(
            header.Epoch, header.Sequence, isNext ? _reached.SkipThrough : PyramidPoint.Nothing);
        if (here.IsBefore(_reached))
            return;
        if (!isNext)
            Skip(here);
        if (!ReferenceEquals(stream, _stream) || !ReferenceEquals(plan, _plan))
            Adopt(stream, plan);
        long acquiredNs = Math.Clamp(header.AcquiredNs, -BucketGrid.MaxTimeNs, BucketGrid.MaxTimeNs);
        (long first, long last) = (Grid.IndexOf(acquiredNs), Grid.IndexOf(acquiredNs + LastOffset(block)));
        long to = last - first < MaxBuckets ? Math.Min(last, through) : first - 1;
        for (long bucket = Math.Max(first, here.SkipThrough + 1); bucket <= to; bucket++)
            AddTo(bucket, block, acquiredNs, here, isWhole: first == last);
        if (through >= last)
            _reached = new PyramidPoint(header.Epoch, header.Sequence + 1, PyramidPoint.Nothing);
    }

    /// <summary>
    /// Hands over what is open, between two blocks: nothing of what was added stays behind. Where the newest samples
    /// found no free row, an empty one says up to where they are missing.
    /// </summary>
    public void HandOver()
    {
        if (_open is { HasSamples: true })
            Pass(_reached);
        else if (_stream is not null && _reached != _passed && (_open ??= rows.TryRent()) is { } empty)
        {
            empty.Begin(empty.Bucket, _reached);
            Pass(_reached);
        }
    }

    private void Pass(in PyramidPoint end)
    {
        _open!.End = _reached = _passed = end;
        rows.Pass(_open);
        _open = null;
    }

    // The blocks in between did not come. After a restart they may be recorded all the same, where the publisher lost
    // them meanwhile: a row that begins here, and not where the one before ended, says so to who writes.
    private void Skip(in PyramidPoint here)
    {
        HandOver();
        _open?.Begin(_open.Bucket, here);
        _reached = here;
    }

    private void Adopt(StreamDescription stream, VariablePlan? plan)
    {
        HandOver();
        _open = null;
        (_stream, _plan) = (stream, plan);
        _channels = new BucketPlan(stream, seconds: 1);
        _calculated = plan is null || !ReferenceEquals(plan.Stream, stream) ? [] :
        [
            .. plan.Variables
                .Select(variable => (Column: LiveColumn.From(plan.Stream, variable), variable.Place))
                .Where(entry => entry.Column is not null)
                .Take(PyramidLevels.MaxColumns - _channels.Signals.Length)
                .Select(entry => (entry.Column!, entry.Place)),
        ];
        rows.Use(new PyramidColumns(
        [
            .. _channels.Signals.Select(signal => new PyramidColumn(signal.Name, signal.Unit, false)),
            .. _calculated.Select(entry => new PyramidColumn(entry.Column.Name, entry.Column.Unit, true)),
        ]));
    }

    private void AddTo(long bucket, CDataBlock block, long acquiredNs, in PyramidPoint here, bool isWhole)
    {
        if (_open is { } open && open.Bucket != bucket)
        {
            // Where the clock was set back, nothing of this block is in yet.
            long through = bucket > open.Bucket ? open.Bucket : PyramidPoint.Nothing;
            if (open.HasSamples)
                Pass(here with { SkipThrough = Math.Max(here.SkipThrough, through) });
            else
                open.Begin(bucket, open.Start);
        }

        if (_open is null && (_open = rows.TryRent()) is { } rented)
            rented.Begin(bucket, _reached);
        if (_open is { } row)
            Fold(row, block, acquiredNs, isWhole);
        else
            _reached = here with { SkipThrough = bucket };
    }

    private void Fold(PyramidRow row, CDataBlock block, long acquiredNs, bool isWhole)
    {
        long begin = Grid.StartOf(row.Bucket) - acquiredNs;
        (SignalGroup Group, int Channel) known = default;
        (int from, int count) = (0, 0);
        int signals = _channels.Signals.Length;
        for (int signal = 0; signal < signals; signal++)
        {
            SignalAddress address = _channels.Signals[signal].Address;
            if (signal == 0 || known != (address.Group, address.Channel))
            {
                // Once a channel: its columns have their points at the same times.
                known = (address.Group, address.Channel);
                int points = BlockSamples.PointsOf(block, address);
                (from, count) =
                    isWhole ? (0, points) : Stretch(_channels.Times[signal], block.FirstSampleIndex, begin, points);
            }

            if (count > 0)
                Append(row, signal, BlockSamples.Aggregate(block, address, from, count));
        }

        for (int i = 0; i < _calculated.Length; i++)
        {
            (LiveColumn column, int place) = _calculated[i];
            ReadOnlySpan<double> values = column.ValuesIn(_plan!, place, _scalar);
            (from, count) = isWhole
                ? (0, values.Length) : Stretch(column.Times, block.FirstSampleIndex, begin, values.Length);
            if (count > 0)
                Append(row, signals + i, Bucket.From(values.Slice(from, count)));
        }
    }

    private static void Append(PyramidRow row, int column, in Bucket bucket)
    {
        ref Bucket cell = ref row.Cells[column];
        cell = cell.Append(bucket);
        row.HasSamples |= bucket.Count > 0;
    }

    private static (int From, int Count) Stretch(in SampleTimes times, long firstIndex, long beginNs, int points)
    {
        int from = times.CountBefore(firstIndex, beginNs, points);
        return (from, times.CountBefore(firstIndex, beginNs + Grid.WidthNs, points) - from);
    }

    // Of the latest sample of any column.
    private long LastOffset(CDataBlock block)
    {
        long last = 0;
        (SignalGroup Group, int Channel) known = default;
        for (int signal = 0; signal < _channels.Signals.Length; signal++)
        {
            SignalAddress address = _channels.Signals[signal].Address;
            if (address.IsBit || (signal > 0 && known == (address.Group, address.Channel)))
                continue;
            known = (address.Group, address.Channel);
            int points = BlockSamples.PointsOf(block, address);
            last = Math.Max(last, _channels.Times[signal].OffsetNs(block.FirstSampleIndex, Math.Max(0, points - 1)));
        }

        foreach ((LiveColumn column, int place) in _calculated)
        {
            int points = column.ValuesIn(_plan!, place, _scalar).Length;
            last = Math.Max(last, column.Times.OffsetNs(block.FirstSampleIndex, Math.Max(0, points - 1)));
        }

        return last;
    }
}
