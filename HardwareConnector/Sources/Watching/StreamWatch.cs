using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace HardwareConnector.Sources.Watching;

/// <summary>
/// Checks one stream of a rig, block by block, for faults that do not break the link. Source thread; any thread may
/// read <see cref="Findings"/> and <see cref="Stuck"/>. Does not allocate per block.
/// </summary>
public sealed class StreamWatch
{
    private readonly StreamDescription _stream;
    private readonly ColumnWatch _columns;
    private readonly long[][] _counts;
    private DueWatch _due;

    /// <summary>Creates the watch of a stream; findings before a new hello are kept.</summary>
    /// <param name="stream">Its description.</param>
    /// <param name="before">The watch under the previous description; null for none.</param>
    public StreamWatch(StreamDescription stream, StreamWatch? before = null)
    {
        _stream = stream;
        _columns = new ColumnWatch(stream, before?._columns);
        _counts = [new long[stream.Servo.Length], new long[stream.Temp.Length]];
        _due = before is not null && before._stream.BaseRateHz == stream.BaseRateHz
            ? before._due
            : new DueWatch(stream.BaseRateHz);
        Findings = before?.Findings ?? new RigFindings();
        if (before is null)
            return;
        Findings.Count(RigFinding.Described);
        for (int group = 0; group < _counts.Length; group++)
            before._counts[group]
                .AsSpan(0, Math.Min(before._counts[group].Length, _counts[group].Length))
                .CopyTo(_counts[group]);
    }

    /// <summary>The rig's name for the stream.</summary>
    public string Name => _stream.Name;

    /// <summary>The findings.</summary>
    public RigFindings Findings { get; }

    /// <summary>Names of the stuck columns, as in `servo1.force`. Allocates.</summary>
    public IEnumerable<string> Stuck => _columns.Stuck();

    /// <summary>Checks a block that is passed on. Source thread.</summary>
    internal void Observe(CDataBlock block, int points, long dueNs)
    {
        _due.Observe(block.FirstSampleIndex, dueNs, Findings);
        if (points == 0)
            Findings.Count(RigFinding.EmptyBlocks);
        else if (points < _stream.PointsPerBlock)
            Findings.Count(RigFinding.ShortBlocks);
        _columns.Observe(block, Findings);
        WatchCounts(block, BlockGroup.Servo);
        WatchCounts(block, BlockGroup.Temp);
        if (HasNonFinite(block))
            Findings.Count(RigFinding.NonFiniteBlocks);
    }

    private void WatchCounts(CDataBlock block, BlockGroup group)
    {
        long[] last = _counts[(int)group];
        for (int i = 0; i < block.ChannelCount(group); i++)
        {
            Span<long> counts = block.Channel(group, i).Count;
            if (counts.IsEmpty)
                continue;
            if (counts[0] < last[i] || counts[^1] < counts[0])
                Findings.Count(RigFinding.CountsBack);
            last[i] = counts[^1];
        }
    }

    private static bool HasNonFinite(CDataBlock block)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int i = 0; i < block.ChannelCount(group); i++)
            {
                if (HasNonFinite(block.Channel(group, i)))
                    return true;
            }
        }

        return false;
    }

    private static bool HasNonFinite(BlockChannel channel)
    {
        if (channel.Group == BlockGroup.AD)
            return NonFinite.IsIn(channel.Values);
        bool found = NonFinite.IsIn(channel.Command) || NonFinite.IsIn(channel.Output);
        for (int sensor = 0; sensor < channel.SensorCount && !found; sensor++)
            found = NonFinite.IsIn(channel.Sensor(sensor));
        return found;
    }
}

/// <summary>
/// Compares the rig's due times with its sample counter: between two blocks both must advance by the same time. A
/// difference of more than <see cref="StepNs"/> plus a hundredth of that time is a step of the rig's clock; smaller
/// ones add up to its drift.
/// </summary>
internal struct DueWatch(double rateHz)
{
    /// <summary>Smallest step that is distinguished from drift, in ns.</summary>
    public const long StepNs = 1_000_000;

    private const double NsPerSecond = 1e9;
    private const double StepShare = 0.01;
    private const double Million = 1e6;

    private bool _started;
    private long _anchor;
    private long _anchorDueNs;
    private long _last;
    private long _lastDueNs;

    /// <summary>Evaluates the first sample and due time of a block that was passed on.</summary>
    public void Observe(long first, long dueNs, RigFindings findings)
    {
        double elapsed = (first - _last) / rateHz * NsPerSecond;
        double step = unchecked(dueNs - _lastDueNs) - elapsed;
        bool known = _started && first >= _last;
        bool stepped = known && Math.Abs(step) > StepNs + (StepShare * elapsed);
        if (stepped)
            findings.ClockStep((long)step);
        if (!known || stepped)
            (_started, _anchor, _anchorDueNs) = (true, first, dueNs);
        (_last, _lastDueNs) = (first, dueNs);

        // Over less than a second, rounding of the due time would look like drift.
        double since = (first - _anchor) / rateHz * NsPerSecond;
        if (since >= NsPerSecond)
            findings.Drift((unchecked(dueNs - _anchorDueNs) - since) / since * Million);
    }
}

/// <summary>
/// Limits how often a rig may change its description, over all its connections: each change costs memory for blocks, a
/// catalogue revision and a disk write on the source thread. One thread.
/// </summary>
/// <param name="time">Clock.</param>
internal sealed class HelloWatch(TimeProvider time)
{
    /// <summary>Highest number of changes within <see cref="Window"/>.</summary>
    public const int MaxChanges = 10;

    /// <summary>The window in which changes are counted.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromSeconds(10);

    // Times of the last changes, a ring: the oldest is overwritten next.
    private readonly long[] _at = new long[MaxChanges];
    private int _used;
    private int _oldest;

    /// <summary>True when a changed description may be accepted; it then counts as a change.</summary>
    public bool MayChange()
    {
        if (_used == MaxChanges && time.GetElapsedTime(_at[_oldest]) < Window)
            return false;
        _at[_oldest] = time.GetTimestamp();
        _oldest = (_oldest + 1) % MaxChanges;
        _used = Math.Min(_used + 1, MaxChanges);
        return true;
    }
}
