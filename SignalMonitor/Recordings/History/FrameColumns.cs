using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Taps;

namespace SignalMonitor.Recordings.History;

/// <summary>
/// Some signals of a stream, read out of its blocks: channels from the block, calculated channels from the plan that
/// has just run over it. Looked up once for each description and plan. One thread.
/// </summary>
/// <param name="names">The signals; one that a block does not have has no samples.</param>
internal sealed class FrameColumns(IReadOnlyList<string> names)
{
    private readonly SampleCuts _cuts = new();
    private readonly Entry[] _entries = new Entry[names.Count];
    private double[] _values = new double[1];
    private StreamDescription? _stream;
    private VariablePlan? _plan;

    /// <summary>Merges the samples of a block into a table.</summary>
    /// <param name="block">The block.</param>
    /// <param name="stream">What it is a block of.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    /// <param name="plan">Calculated channels; null none.</param>
    /// <param name="table">Where to.</param>
    /// <param name="notBeforeNs">Samples that are due before are left out, UTC ns.</param>
    public void AddTo(
        BucketTable table,
        CDataBlock block,
        StreamDescription stream,
        long acquiredNs,
        VariablePlan? plan,
        long notBeforeNs = long.MinValue)
    {
        acquiredNs = Math.Clamp(acquiredNs, -BucketGrid.MaxTimeNs, BucketGrid.MaxTimeNs);
        for (int column = 0; column < names.Count; column++)
        {
            if (Read(column, block, stream, plan, out SampleTimes times) is not { IsEmpty: false } values)
                continue;
            int first = notBeforeNs <= acquiredNs
                ? 0 : times.CountBefore(block.FirstSampleIndex, notBeforeNs - acquiredNs, values.Length);
            _cuts.Cut(table.Grid, times, block.FirstSampleIndex, acquiredNs, values.Length);
            foreach (SampleCut cut in _cuts.All)
            {
                int from = Math.Max(first, cut.From);
                int count = cut.From + cut.Count - from;
                if (count > 0)
                    table.Add(table.Grid.StartOf(cut.Bucket), column, Bucket.From(values.Slice(from, count)));
            }
        }
    }

    /// <summary>The samples of a signal in a block; none when it does not have them.</summary>
    /// <param name="column">Which signal.</param>
    /// <param name="block">The block.</param>
    /// <param name="stream">What it is a block of.</param>
    /// <param name="plan">Calculated channels; null none.</param>
    /// <param name="times">When they are due.</param>
    public ReadOnlySpan<double> Read(
        int column, CDataBlock block, StreamDescription stream, VariablePlan? plan, out SampleTimes times)
    {
        if (!ReferenceEquals(stream, _stream) || !ReferenceEquals(plan, _plan))
            Follow(stream, plan);
        Entry entry = _entries[column];
        times = entry.Column?.Times ?? default;
        if (entry.Column is null)
            return default;
        if (entry.Column.Address is not { } address)
            return entry.Column.ValuesIn(plan!, entry.Place, _values);
        int points = BlockSamples.PointsOf(block, address);
        if (_values.Length < points)
            _values = new double[points];
        return points == 0 ? default : SignalColumns.Get(block, address, _values);
    }

    private void Follow(StreamDescription stream, VariablePlan? plan)
    {
        (_stream, _plan) = (stream, plan);
        StreamSignals signals = new(stream);
        for (int i = 0; i < names.Count; i++)
        {
            string name = names[i];
            RunningVariable? variable = plan?.Variables.FirstOrDefault(one => one.Name == name);
            _entries[i] = signals.Find(name) is { } signal ? new Entry(LiveColumn.From(stream, signal), 0)
                : variable is not null ? new Entry(LiveColumn.From(stream, variable), variable.Place)
                : default;
        }
    }

    private readonly record struct Entry(LiveColumn? Column, int Place);
}
