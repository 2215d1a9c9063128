using System.Collections.Immutable;

namespace Simulator.Faults;

/// <summary>The faults of a run, checked and in the order in which they begin. Immutable.</summary>
/// <param name="Faults">Sorted by <see cref="ScheduledFault.Start"/>.</param>
public sealed record FaultSchedule(ImmutableArray<ScheduledFault> Faults)
{
    /// <summary>Faults that a run may have, the random ones included.</summary>
    public const int MaxFaults = 100_000;
}
