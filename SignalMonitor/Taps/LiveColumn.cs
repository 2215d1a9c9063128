using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Buckets;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Taps;

/// <summary>One signal of a stream that a browser requested: a channel, or a calculated channel. Immutable.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Unit">Its unit; empty for a plain number.</param>
/// <param name="Address">Where a block has it; null for a calculated channel.</param>
/// <param name="Times">When its samples are due.</param>
/// <param name="RateHz">Samples a second; 0 when unknown.</param>
/// <param name="Points">Samples of a full block: 1 or more.</param>
internal sealed record LiveColumn(
    string Name, string Unit, SignalAddress? Address, SampleTimes Times, double RateHz, int Points)
{
    /// <summary>
    /// True for a calculated channel that is no series: its value at the end of each block is a sample.
    /// </summary>
    public bool IsScalar { get; init; }

    /// <summary>A channel.</summary>
    public static LiveColumn From(StreamDescription stream, SignalDescription signal) => new(
        signal.Name,
        signal.Unit,
        signal.Address,
        BucketPlan.TimesOf(stream, signal.Address),
        signal.RateHz,
        Math.Max(1, signal.Points));

    /// <summary>
    /// A calculated channel; null for one that has no values over time: it does not run, or is a table.
    /// </summary>
    public static LiveColumn? From(StreamDescription stream, RunningVariable variable)
    {
        if (!variable.IsRunning || variable.Kind == SignalKind.Table)
            return null;
        bool isScalar = variable.Points == 0;
        SampleTimes times = isScalar
            ? new SampleTimes(stream.BaseRateHz, 1, 1)
            : new SampleTimes(stream.BaseRateHz, variable.Points, stream.PointsPerBlock);
        return new LiveColumn(
            variable.Name,
            variable.Unit,
            null,
            times,
            isScalar ? stream.BlocksPerSecond : variable.RateHz,
            Math.Max(1, variable.Points))
        {
            IsScalar = isScalar,
        };
    }

    /// <summary>The place of this calculated channel in a plan; -1 when the plan does not have it as it was.</summary>
    public int PlaceIn(StreamDescription stream, ImmutableArray<RunningVariable> variables)
    {
        foreach (RunningVariable variable in variables)
        {
            if (variable.Name == Name)
                return IsAs(stream, variable) ? variable.Place : -1;
        }

        return -1;
    }

    /// <summary>The values of this calculated channel in the block that a plan has just run over.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="place">Where it has the channel.</param>
    /// <param name="scalar">Room for the one value of a channel that is no series.</param>
    public ReadOnlySpan<double> ValuesIn(VariablePlan plan, int place, Span<double> scalar)
    {
        if (!IsScalar)
            return plan.Program.Values(place);
        scalar[0] = plan.Program.Value(place);
        return scalar[..1];
    }

    private bool IsAs(StreamDescription stream, RunningVariable variable) =>
        variable.IsRunning
        && variable.Kind != SignalKind.Table
        && variable.Unit == Unit
        && (variable.Points == 0) == IsScalar
        && Math.Max(1, variable.Points) == Points
        && Times.BaseRateHz.Equals(stream.BaseRateHz);
}
