using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables;

/// <summary>What a watch knows. Immutable, swapped whole: any thread may read it.</summary>
/// <param name="Set">The last good set; null = there was none yet.</param>
/// <param name="Reason">Why the database cannot be read now, in one line; null = the set is what the database says.</param>
/// <param name="SinceUtc">Since when it cannot be read; null with no reason.</param>
public sealed record VariableWatchStatus(VariableSet? Set, string? Reason, DateTimeOffset? SinceUtc)
{
    /// <summary>True: the database may say something else by now.</summary>
    public bool IsStale => Reason is not null;
}
