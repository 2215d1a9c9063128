using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// Makes the reduced blocks of one stream: for each interval and column its smallest and its largest sample in the
/// order of their time. A block ends at a whole number of blocks of the grid, at a gap and at the end. One thread; a
/// block does not allocate.
/// </summary>
internal sealed class StreamReducer
{
    private readonly StreamDescription _source;
    private readonly ReducedGrid _grid;
    private readonly CDataBlock _block;
    private readonly Column[] _columns;
    private readonly SampleTimes _times;
    private bool _hasAny;
    private bool _hasMet;
    private long _next;

    // The interval that is being made, or made next.
    private long _interval;
    private long _intervalNs;
    private bool _isPartial;

    // The block that is being made.
    private int _filled;
    private long _beginNs;
    private bool _isAfterGap;

    private (long Interval, long UtcNs)? _resumeAt;

    /// <summary>Prepares it.</summary>
    /// <param name="kept">The channels.</param>
    /// <param name="grid">The intervals.</param>
    public StreamReducer(KeptChannels kept, ReducedGrid grid)
    {
        (_source, _grid) = (kept.Source, grid);
        _times = new SampleTimes(_source.BaseRateHz, 1, 1);
        StreamDescription reduced = grid.Describe(kept.Narrow(_source.Name));
        _block = new CDataBlock(reduced.ToLayout());
        _columns =
        [
            .. ((BlockGroup[])[BlockGroup.Servo, BlockGroup.Temp, BlockGroup.AD]).SelectMany(
                group => Enumerable.Range(0, _source.Channels(group).Length)
                    .Where(index => kept.Has(group, index))
                    .Select(index => new Column(group, index, _source.Channels(group)[index]))),
        ];
        Prepare(reduced, kept);
    }

    /// <summary>Takes a finished block: it is valid until the next one, due at <c>acquiredNs</c>.</summary>
    /// <param name="block">The block.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    /// <param name="isAfterGap">Whole intervals before it are missing.</param>
    public delegate void Finished(CDataBlock block, long acquiredNs, bool isAfterGap);

    /// <summary>True while something was taken that is in no finished block.</summary>
    public bool IsPending => _isPartial || _filled > 0;

    /// <summary>Index of the first sample after the newest block; null before the first.</summary>
    public long? NextIndex => _hasMet ? _next : null;

    /// <summary>Continues after a block that an earlier process stored: what it has is not stored again.</summary>
    /// <param name="interval">The first interval after it.</param>
    /// <param name="utcNs">When that begins.</param>
    public void ResumeAt(long interval, long utcNs) => _resumeAt = (interval, utcNs);

    /// <summary>Takes a block.</summary>
    /// <param name="block">A block that fits the stream.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    /// <param name="points">Its points of the base clock.</param>
    /// <param name="finished">Receives what is finished.</param>
    public void Take(CDataBlock block, long acquiredNs, int points, Finished finished)
    {
        long first = block.FirstSampleIndex;
        long end = first + points;
        long interval = _grid.IntervalOf(first);
        if (!_hasAny)
            _interval = interval;
        else if (first < _next || interval != _interval)
            Jump(interval, isBack: first < _next, finished);
        _hasAny = _hasMet = true;
        if (_resumeAt is { } resume && acquiredNs >= resume.UtcNs)
            (_resumeAt, _isAfterGap) = (null, _isAfterGap || _interval != resume.Interval);
        if (!_isPartial)
            _intervalNs = BeginOf(_interval, acquiredNs, first);
        while (true)
        {
            Feed(block, first);
            _isPartial = true;
            if (end < (_interval + 1) * _grid.SamplesPerInterval)
                break;
            EndInterval(finished);
            if (end == _interval * _grid.SamplesPerInterval)
                break;
            _intervalNs = BeginOf(_interval, acquiredNs, first);
        }

        _next = end;
    }

    /// <summary>Ends the block that is being made, with an interval that may have only a part of its samples.</summary>
    public void End(Finished finished)
    {
        if (_isPartial)
            EndInterval(finished);
        Close(finished);
        _hasAny = false;
    }

    private void Prepare(StreamDescription reduced, KeptChannels kept)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            _block.SetGroup(group, reduced.Channels(group).Length);
            for (int index = 0; index < reduced.Channels(group).Length; index++)
            {
                ChannelDescription described = reduced.Channels(group)[index];
                BlockChannel channel = _block.Channel(group, index);
                channel.Id = described.Id;
                channel.SensorCount = group == BlockGroup.AD
                    ? 0 : described.Columns.Length - ChannelDescription.ControlColumns;
            }
        }

        if (kept.HasBitIn)
            _block.SetBits(BitGroup.In, reduced.BitIn.Length);
        if (kept.HasBitOut)
            _block.SetBits(BitGroup.Out, reduced.BitOut.Length);
        _block.SampleRateHz = _grid.RateHz;
        _block.Counts = _block.ArrayLengths;
        _block.IsValid = true;
    }

    // A gap within one interval leaves that with the samples that came; one of whole intervals is a gap of the stream.
    private void Jump(long interval, bool isBack, Finished finished)
    {
        if (_isPartial)
            EndInterval(finished);
        if (isBack || interval != _interval)
        {
            Close(finished);
            _isAfterGap = true;
        }

        _interval = interval;
    }

    private long BeginOf(long interval, long acquiredNs, long first)
    {
        long index = interval * _grid.SamplesPerInterval;
        return index >= first
            ? acquiredNs + _times.OffsetNs(first, index - first)
            : acquiredNs - _times.OffsetNs(index, first - index);
    }

    private void Feed(CDataBlock block, long first)
    {
        foreach (Column column in _columns)
        {
            if (column.Index >= block.ChannelCount(column.Group))
                continue;
            BlockChannel channel = block.Channel(column.Group, column.Index);
            int from = _grid.PointsBefore(_interval, first, column.Described, channel.PointCount);
            int to = _grid.PointsBefore(_interval + 1, first, column.Described, channel.PointCount);
            if (to > from)
                column.Take(channel, from, to);
        }

        Add(block, BitGroup.In);
        Add(block, BitGroup.Out);
    }

    // A line is set where it was set in any of the blocks.
    private void Add(CDataBlock block, BitGroup group)
    {
        if (!_block.IsPresent(group) || !block.IsPresent(group))
            return;
        Span<byte> lines = _block.BitBytes(group);
        ReadOnlySpan<byte> taken = block.BitBytes(group);
        for (int i = 0; i < Math.Min(lines.Length, taken.Length); i++)
            lines[i] |= taken[i];
    }

    private void EndInterval(Finished finished)
    {
        foreach (Column column in _columns)
        {
            BlockChannel channel = _block.Channel(column.Group, column.Index);
            channel.PointCount = ReducedGrid.PerInterval * (_filled + 1);
            column.End(channel, ReducedGrid.PerInterval * _filled);
        }

        if (_resumeAt is not { } resume || _interval >= resume.Interval)
        {
            _isAfterGap |= _resumeAt is { } reached && _interval != reached.Interval;
            _resumeAt = null;
            if (_filled++ == 0)
                (_beginNs, _block.FirstSampleIndex) = (_intervalNs, ReducedGrid.PerInterval * _interval);
        }

        _isPartial = false;
        _interval++;
        if (_grid.BlockOf(_interval) != _grid.BlockOf(_interval - 1))
            Close(finished);
    }

    private void Close(Finished finished)
    {
        if (_filled > 0)
        {
            foreach (Column column in _columns)
            {
                BlockChannel channel = _block.Channel(column.Group, column.Index);
                channel.PointCount = ReducedGrid.PerInterval * _filled;
            }

            finished(_block, _beginNs, _isAfterGap);
            _isAfterGap = false;
        }

        _filled = 0;
        Clear(BitGroup.In);
        Clear(BitGroup.Out);
    }

    private void Clear(BitGroup group)
    {
        if (_block.IsPresent(group))
            _block.BitBytes(group).Clear();
    }

    // The columns of one channel.
    private sealed class Column(BlockGroup group, int index, ChannelDescription described)
    {
        private readonly IntervalExtremes<long>[] _counts = group == BlockGroup.AD
            ? [] : [new(0), new(0)];

        private readonly IntervalExtremes<double>[] _values =
            [.. described.Columns.Select(_ => new IntervalExtremes<double>(double.NaN))];

        public BlockGroup Group => group;

        public int Index => index;

        public ChannelDescription Described => described;

        public void Take(BlockChannel channel, int from, int to)
        {
            if (Group == BlockGroup.AD)
            {
                _values[0].Take(channel.Values[from..to]);
                return;
            }

            _counts[0].Take(channel.ActiveCtrl[from..to]);
            _counts[1].Take(channel.Count[from..to]);
            _values[0].Take(channel.Command[from..to]);
            _values[1].Take(channel.Output[from..to]);
            for (int sensor = 0; sensor < channel.SensorCount; sensor++)
                _values[ChannelDescription.ControlColumns + sensor].Take(channel.Sensor(sensor)[from..to]);
        }

        public void End(BlockChannel channel, int at)
        {
            if (Group == BlockGroup.AD)
            {
                (channel.Values[at], channel.Values[at + 1]) = _values[0].End();
                return;
            }

            (channel.ActiveCtrl[at], channel.ActiveCtrl[at + 1]) = _counts[0].End();
            (channel.Count[at], channel.Count[at + 1]) = _counts[1].End();
            (channel.Command[at], channel.Command[at + 1]) = _values[0].End();
            (channel.Output[at], channel.Output[at + 1]) = _values[1].End();
            for (int sensor = 0; sensor < channel.SensorCount; sensor++)
            {
                Span<double> values = channel.Sensor(sensor);
                (values[at], values[at + 1]) = _values[ChannelDescription.ControlColumns + sensor].End();
            }
        }
    }
}
