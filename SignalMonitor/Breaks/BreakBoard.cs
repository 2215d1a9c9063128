namespace SignalMonitor.Breaks;

/// <summary>State of break triggers, for health: written by the report of breaks, read by any thread.</summary>
public sealed class BreakBoard
{
    private BreakStatus _status = new([], new CaptureStatus(0, 0, 0, null)) { HasTriggers = false };

    /// <summary>The newest state.</summary>
    public BreakStatus Read() => Volatile.Read(ref _status);

    /// <summary>Replaces it.</summary>
    public void Show(BreakStatus status) => Volatile.Write(ref _status, status);
}

/// <summary>State of break triggers at one moment.</summary>
/// <param name="Breaks">One for each trigger and stream that watches it, or one with the reason why none does.</param>
/// <param name="Captures">What became of their samples.</param>
public sealed record BreakStatus(IReadOnlyList<BreakTriggerStatus> Breaks, CaptureStatus Captures)
{
    /// <summary>
    /// False while no trigger is defined and no capture was made: then there is nothing to show.
    /// </summary>
    public bool HasTriggers { get; init; } = true;

    /// <summary>True when a trigger is not watched though there is a stream, or samples cannot be written.</summary>
    public bool IsWrong => Captures.Fault is not null || Breaks.Any(one => one.Fault is not null);
}

/// <summary>State of one break trigger.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Channel">The force.</param>
/// <param name="Stream">The stream that is watched; empty none.</param>
/// <param name="IsArmed">False from a break until the force is back.</param>
/// <param name="Fault">Why no stream is watched, in one line; null when one is, or none was met.</param>
/// <param name="Found">Breaks in this run of the monitor.</param>
/// <param name="SampleIndex">Index of the sample of the newest one.</param>
/// <param name="UtcNs">When that was due, UTC ns; 0 none yet.</param>
public sealed record BreakTriggerStatus(
    string Name, string Channel, string Stream, bool IsArmed, string? Fault, long Found, long SampleIndex, long UtcNs);

/// <summary>What became of the samples around breaks in this run of the monitor.</summary>
/// <param name="Written">Files that were written.</param>
/// <param name="Failed">Tries that failed.</param>
/// <param name="Waiting">Captures that wait in memory to be written.</param>
/// <param name="Fault">Why the newest try failed; null when it did not.</param>
public sealed record CaptureStatus(long Written, long Failed, int Waiting, string? Fault);
