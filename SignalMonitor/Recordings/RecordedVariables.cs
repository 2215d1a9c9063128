using System.Collections.Immutable;
using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings;

/// <summary>
/// Definitions computed over recorded blocks, one after the other, with the code of the live path: the same blocks give
/// the same bits and the same alarms. Tares, resets and the begin of the test run take effect at the blocks at which
/// they did live.
/// </summary>
internal sealed class RecordedVariables : IDisposable
{
    private readonly VariableCoordinator _coordinator = new(derived: null);
    private readonly StreamVariables _variables;
    private readonly ImmutableArray<RecordedSwitch> _switches;
    private int _next;

    /// <summary>Computes nothing yet.</summary>
    /// <param name="set">The definitions.</param>
    /// <param name="recording">The blocks.</param>
    /// <param name="stream">Number of the stream.</param>
    public RecordedVariables(VariableSet set, Recording recording, uint stream)
    {
        Guid publisher = recording.Publisher;
        Fault = RecordedAdjustments.Read(
            recording.RecordingFolder, publisher, stream, set, out VariableSet before, out _switches);
        _coordinator.Take(before);
        _variables = _coordinator.NewStream(publisher, stream, "");
    }

    /// <summary>Why it is not known when tares and resets took effect; null when it is.</summary>
    public string? Fault { get; }

    /// <summary>What is computed, with the values of the newest block; null before the first.</summary>
    public VariablePlan? Plan => _variables.Plan;

    /// <summary>What the limits did; to be taken after each block.</summary>
    public AlarmEvents Events => _variables.Alarms.Events;

    /// <summary>Limits that are not watched.</summary>
    public IEnumerable<UnwatchedLimit> Unwatched() => _coordinator.Unwatched();

    /// <summary>Computes the block that the reader is at.</summary>
    public void Compute(RecordedBlocks blocks)
    {
        int before = _next;
        while (_next < _switches.Length
            && _switches[_next].IsAtOrBefore(blocks.Header.Epoch, blocks.Header.Sequence))
            _next++;
        if (_next != before)
            _coordinator.Take(_switches[_next - 1].Set);
        long endNs = blocks.Header.AcquiredNs + BlockTime.DurationNs(blocks.Block, blocks.Description);
        _variables.Compute(blocks.Block, blocks.Header, blocks.Description, endNs);

        // Who reads the blocks sees their gaps; without this they would pile up.
        while (_coordinator.TryTakeGap(out _) || _coordinator.TryTakeSwitch(out _))
        {
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _variables.Dispose();
}
