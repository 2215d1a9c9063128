using FuncLibs.Signals.Limits;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// A limit on a variable or channel: one row of `limit_definition`. A signal has at most one of each kind and severity.
/// </summary>
public sealed record StoredLimit : Definition
{
    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>What is watched: a variable, or a channel such as <c>servo1.force</c>.</summary>
    public required string Variable { get; init; }

    /// <summary>What is looked for.</summary>
    public required LimitKind Kind { get; init; }

    /// <summary>The limit, in <see cref="Unit"/>; the lower end of a band.</summary>
    public required double Value { get; init; }

    /// <summary>
    /// The upper end of a band; the noise of kinds that look at cycles; null for all others. See docs/alarms.md.
    /// </summary>
    public double? Value2 { get; init; }

    /// <summary>
    /// How far the value has to return before the alarm clears; 0 or more, in <see cref="Unit"/>.
    /// </summary>
    public double Hysteresis { get; init; }

    /// <summary>
    /// Unit of the numbers: for `rate` that of the rate (kN/s), for `peakvalleychange` that of its noise alone, for
    /// `stale` none; empty = the unit of what is watched, whatever that is.
    /// </summary>
    public string Unit { get; init; } = "";

    /// <summary>How long it has to be passed before it counts, in ms, up to a day.</summary>
    public double MinDurationMs { get; init; }

    /// <summary>
    /// How many values one after the other have to pass it before it counts: cycles for `underpeak` and
    /// `peakvalleychange`, samples for the others; 0 and 1 at once. Not together with ms.
    /// </summary>
    public long MinDurationCount { get; init; }

    /// <summary>How bad that is.</summary>
    public LimitSeverity Severity { get; init; } = LimitSeverity.Warning;

    /// <summary>True: the alarm stays until somebody resets it.</summary>
    public bool Latch { get; init; }

    /// <summary>False: kept, not watched.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Free text.</summary>
    public string Note { get; init; } = "";

    /// <summary>The same limit in the words of what watches it.</summary>
    public LimitDefinition ToWatched() => new(
        Id,
        Variable,
        Kind,
        Value,
        Value2 ?? 0,
        Hysteresis,
        (long)Math.Ceiling(MinDurationMs),
        MinDurationCount,
        Severity: Severity,
        Latch: Latch,
        Enabled: Enabled,
        Revision: Revision,
        Unit: Unit);
}
