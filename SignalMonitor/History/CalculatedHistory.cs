using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Signals.Buckets;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Taps;

namespace SignalMonitor.History;

/// <summary>
/// What the calculated channels of a stream did of late, as buckets of the grid that its channels have, or of a wider
/// one when there are many. Made for each plan; what an edit left as it was continues. The compute thread adds, without
/// memory per block; any thread reads.
/// </summary>
internal sealed class CalculatedHistory
{
    private readonly SampleCuts _cuts = new();
    private readonly double[] _scalar = new double[1];

    /// <summary>The history of a plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="channels">What is kept of the channels.</param>
    /// <param name="seconds">How long a stretch is kept.</param>
    /// <param name="former">What it resumes from; null nothing.</param>
    public CalculatedHistory(VariablePlan plan, BucketPlan channels, int seconds, CalculatedHistory? former)
    {
        Plan = plan;
        (LiveColumn Column, int Place)[] wanted =
        [
            .. plan.Variables
                .Select(variable => (Column: LiveColumn.From(plan.Stream, variable), variable.Place))
                .Where(entry => entry.Column is not null)
                .Select(entry => (entry.Column!, entry.Place)),
        ];
        int max = BucketPlan.MaxBytes / (Bucket.Bytes * Math.Max(1, wanted.Length));
        Grid = channels.Grid.CoarsenTo(seconds, max - 1);
        int rows = (int)Grid.CountIn(seconds) + 1;
        Columns =
        [
            .. wanted.Select(
                entry => new Entry(
                    entry.Column, entry.Place, former?.Find(entry.Column, Grid) ?? new ColumnBuckets(Grid, rows))),
        ];
    }

    /// <summary>The plan.</summary>
    public VariablePlan Plan { get; }

    /// <summary>Its grid.</summary>
    public BucketGrid Grid { get; }

    /// <summary>The calculated channels that have values over time.</summary>
    public ImmutableArray<Entry> Columns { get; }

    /// <summary>Compute thread: the plan has just run over a block.</summary>
    /// <param name="block">The block.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    public void Add(CDataBlock block, long acquiredNs)
    {
        foreach (Entry entry in Columns)
        {
            ReadOnlySpan<double> values = entry.Column.ValuesIn(Plan, entry.Place, _scalar);
            entry.Buckets.Add(values, entry.Column.Times, block.FirstSampleIndex, acquiredNs, _cuts);
        }
    }

    private ColumnBuckets? Find(LiveColumn column, BucketGrid grid)
    {
        foreach (Entry entry in Columns)
        {
            if (entry.Column == column && entry.Buckets.Grid == grid)
                return entry.Buckets;
        }

        return null;
    }

    /// <summary>A calculated channel.</summary>
    /// <param name="Column">What it is.</param>
    /// <param name="Place">Where the plan has it.</param>
    /// <param name="Buckets">What it did.</param>
    internal sealed record Entry(LiveColumn Column, int Place, ColumnBuckets Buckets);
}
