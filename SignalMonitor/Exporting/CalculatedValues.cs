using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Exporting;

/// <summary>
/// The calculated channels of a recording, computed block by block with the code of the live path: the same blocks give
/// the same bits.
/// </summary>
internal sealed class CalculatedValues : IDisposable
{
    private readonly VariableCoordinator _coordinator = new(derived: null);
    private readonly StreamVariables _variables;

    /// <summary>Computes nothing yet.</summary>
    /// <param name="set">The definitions; their limits are left out.</param>
    /// <param name="publisher">The installation that published the blocks.</param>
    /// <param name="stream">Number of the stream.</param>
    public CalculatedValues(VariableSet set, Guid publisher, uint stream)
    {
        _coordinator.Take(set with { Limits = [] });
        _variables = _coordinator.NewStream(publisher, stream, "");
    }

    /// <summary>What is computed, with the values of the newest block; null before the first.</summary>
    public VariablePlan? Plan => _variables.Plan;

    /// <summary>Computes the block that the reader is at.</summary>
    public void Compute(RecordedBlocks blocks)
    {
        long endNs = blocks.Header.AcquiredNs + BlockTime.DurationNs(blocks.Block, blocks.Description);
        _variables.Compute(blocks.Block, blocks.Header, blocks.Description, endNs);

        // The export counts gaps itself; without this they would pile up.
        while (_coordinator.TryTakeGap(out _))
        {
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _variables.Dispose();
}
