using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings;

/// <summary>
/// Definitions computed over recorded blocks, one after the other, with the code of the live path: the same blocks give
/// the same bits and the same alarms.
/// </summary>
internal sealed class RecordedVariables : IDisposable
{
    private readonly VariableCoordinator _coordinator = new(derived: null);
    private readonly StreamVariables _variables;

    /// <summary>Computes nothing yet.</summary>
    /// <param name="set">The definitions.</param>
    /// <param name="publisher">The installation that published the blocks.</param>
    /// <param name="stream">Number of the stream.</param>
    public RecordedVariables(VariableSet set, Guid publisher, uint stream)
    {
        _coordinator.Take(set);
        _variables = _coordinator.NewStream(publisher, stream, "");
    }

    /// <summary>What is computed, with the values of the newest block; null before the first.</summary>
    public VariablePlan? Plan => _variables.Plan;

    /// <summary>What the limits did; to be taken after each block.</summary>
    public AlarmEvents Events => _variables.Alarms.Events;

    /// <summary>Limits that are not watched.</summary>
    public IEnumerable<UnwatchedLimit> Unwatched() => _coordinator.Unwatched();

    /// <summary>Computes the block that the reader is at.</summary>
    public void Compute(RecordedBlocks blocks)
    {
        long endNs = blocks.Header.AcquiredNs + BlockTime.DurationNs(blocks.Block, blocks.Description);
        _variables.Compute(blocks.Block, blocks.Header, blocks.Description, endNs);

        // Who reads the blocks sees their gaps; without this they would pile up.
        while (_coordinator.TryTakeGap(out _))
        {
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _variables.Dispose();
}
