using FuncLibs.Signals.Expressions.Program;

namespace SignalMonitor.CalculatedChannels;

/// <summary>A switch from one set of definitions to the next, at a block border.</summary>
/// <param name="Variables">Of which stream.</param>
/// <param name="Former">The plan until then; null at the first.</param>
/// <param name="Next">The plan from then on.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Run of its publisher.</param>
/// <param name="Sequence">The first block that the plan computes.</param>
internal sealed record PlanSwitch(
    StreamVariables Variables, VariablePlan? Former, VariablePlan Next, uint Stream, ulong Epoch, ulong Sequence)
{
    /// <summary>The installation.</summary>
    public required Guid Publisher { get; init; }

    /// <summary>How far the stream was computed before; at the first, by an earlier process of the monitor.</summary>
    public required SampleCursor Before { get; init; }

    /// <summary>Base index of the first sample that the plan computes.</summary>
    public required long FirstSample { get; init; }

    /// <summary>
    /// How the memory of the former plan, or of an earlier process, was taken over; null when there was none.
    /// </summary>
    public StateRestoration? TakenOver { get; init; }

    /// <summary>At the first: the variables that were tared or reset in that run.</summary>
    public IReadOnlyList<AdjustedVariable> SavedAdjusted { get; init; } = [];

    /// <summary>At the first: saved state of functions of that run; empty nothing.</summary>
    public ReadOnlyMemory<byte> Memory { get; init; }
}
