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
