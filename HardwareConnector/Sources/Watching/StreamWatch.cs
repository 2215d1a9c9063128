using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace HardwareConnector.Sources.Watching;

/// <summary>
/// Watches one stream of a rig for what is wrong without breaking the link, block by block. Source thread; <see cref="Findings"/> and
/// <see cref="Stuck"/> may be read by any. Takes no memory per block.
/// </summary>
public sealed class StreamWatch
{
    private readonly StreamDescription _stream;
    private readonly ColumnWatch _columns;
    private readonly long[][] _counts;
    private DueWatch _due;

    /// <summary>Begins to watch a stream; what was found at it before a new hello is kept.</summary>
    /// <param name="stream">What it is.</param>
    /// <param name="before">The watch under the description before; null when there was none.</param>
    public StreamWatch(StreamDescription stream, StreamWatch? before = null)
    {
        _stream = stream;
        _columns = new ColumnWatch(stream, before?._columns);
        _counts = [new long[stream.Servo.Length], new long[stream.Temp.Length]];
        _due = before is not null && before._stream.BaseRateHz == stream.BaseRateHz ? before._due : new DueWatch(stream.BaseRateHz);
        Findings = before?.Findings ?? new RigFindings();
        if (before is null)
            return;
        Findings.Count(RigFinding.Described);
        for (int group = 0; group < _counts.Length; group++)
            before._counts[group].AsSpan(0, Math.Min(before._counts[group].Length, _counts[group].Length)).CopyTo(_counts[group]);
    }

    /// <summary>The rig's name for the stream.</summary>
    public string Name => _stream.Name;

    /// <summary>What was found.</summary>
    public RigFindings Findings { get; }

    /// <summary>Names of the columns that do not change now, as in `servo1.force`. Takes memory.</summary>
    public IEnumerable<string> Stuck => _columns.Stuck();

    /// <summary>Source thread: a block that is passed on.</summary>
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
/// Holds the rig's due times against its sample counter: between two blocks they must move on by the same time. A difference of more than
/// <see cref="StepNs"/> and a hundredth of that time is a step of the rig's clock; what is slower adds up to its drift.
/// </summary>
internal struct DueWatch(double rateHz)
{
    /// <summary>Least step that is told from a drift, in ns.</summary>
    public const long StepNs = 1_000_000;

    private const double NsPerSecond = 1e9;
    private const double StepShare = 0.01;
    private const double Million = 1e6;

    private bool _started;
    private long _anchor;
    private long _anchorDueNs;
    private long _last;
    private long _lastDueNs;

    /// <summary>Takes the first sample and due time of a block that was passed on.</summary>
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

        // Shorter than a second, a rounding of the due time would look like a drift.
        double since = (first - _anchor) / rateHz * NsPerSecond;
        if (since >= NsPerSecond)
            findings.Drift((unchecked(dueNs - _anchorDueNs) - since) / since * Million);
    }
}

/// <summary>
/// Bounds how often a rig may describe itself anew, over all its connections: each change takes memory for blocks, a catalogue revision and
/// a write to the disk on the thread that publishes for every rig. One thread.
/// </summary>
/// <param name="time">Clock.</param>
internal sealed class HelloWatch(TimeProvider time)
{
    /// <summary>Changes within <see cref="Window"/> at most.</summary>
    public const int MaxChanges = 10;

    /// <summary>The time in which they are counted.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromSeconds(10);

    // When each of the last changes was; the place of the oldest is the next to be used.
    private readonly long[] _at = new long[MaxChanges];
    private int _used;
    private int _oldest;

    /// <summary>True when a changed description may be taken; it then counts as one.</summary>
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
