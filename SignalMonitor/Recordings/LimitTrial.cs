using System.Collections.Immutable;
using FuncLibs.Journal.Reading;
using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings;

/// <summary>
/// What limits would have done in a recording: its blocks, one after the other, through the code of the live path. A
/// limit of kind `stale` sees gaps between blocks, and no silence after the last one. Holds one block.
/// </summary>
/// <param name="recording">The journal.</param>
/// <param name="stream">Number of the stream.</param>
/// <param name="ranges">Which blocks of it.</param>
/// <param name="set">The definitions, with the limits to try.</param>
internal sealed class LimitTrial(
    Recording recording, uint stream, ImmutableArray<FrameRange> ranges, VariableSet set) : IDisposable
{
    private readonly RecordedBlocks _blocks = new(recording, ranges);
    private readonly RecordedVariables _variables = new(set, recording, stream);

    /// <summary>Blocks that were computed.</summary>
    public long Blocks { get; private set; }

    /// <summary>Alarms that were raised, of the changes that were taken.</summary>
    public long Raised { get; private set; }

    /// <summary>Due time of the block that was computed last, UTC ns; 0 before the first.</summary>
    public long AtNs { get; private set; }

    /// <summary>What is computed, with the values of the newest block; null before the first.</summary>
    public VariablePlan? Plan => _variables.Plan;

    /// <summary>Why nothing more, or nothing at all, was computed; null at the end of the blocks.</summary>
    public string? Fault => _blocks.Fault ?? (Blocks == 0 ? RecordedBlocks.NoBlock : null);

    /// <summary>Computes the next block; false at the end, and after a fault. What alarms did is to be taken after
    /// each.</summary>
    public bool MoveNext()
    {
        if (!_blocks.MoveNext())
            return false;
        Blocks++;
        AtNs = _blocks.Header.AcquiredNs;
        _variables.Compute(_blocks);
        return true;
    }

    /// <summary>The next change of an alarm by the newest block; false when there is no more.</summary>
    public bool TryTake(out AlarmEvent made)
    {
        if (!_variables.Events.TryTake(out made))
            return false;
        Raised += made.Cause == AlarmCause.Raised ? 1 : 0;
        return true;
    }

    /// <summary>What is to be said beside the changes, a line each: limits that are not watched, blocks and events that
    /// were left out.</summary>
    public IEnumerable<string> Notes()
    {
        foreach (UnwatchedLimit limit in _variables.Unwatched())
            yield return $"not watched: {limit.Text}";
        if (recording.NotKeptNote is { } notKept)
            yield return notKept;
        if (_blocks.RefusedNote is { } refused)
            yield return refused;
        if (_variables.Events.Dropped is > 0 and var dropped)
            yield return FormattableString.Invariant(
                $"{dropped} events of one block found no room and are not listed");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _blocks.Dispose();
        _variables.Dispose();
    }
}
