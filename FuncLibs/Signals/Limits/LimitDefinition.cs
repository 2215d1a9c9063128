using System.Collections.Immutable;

namespace FuncLibs.Signals.Limits;

/// <summary>
/// One limit on one variable. Immutable; what an edit changes has a new revision. <see cref="LimitFaults"/> judges it
/// before anything is made of it.
/// </summary>
/// <param name="Id">Number in the database, above 0.</param>
/// <param name="Variable">Name of the variable or channel column it watches.</param>
/// <param name="Kind">What it watches for.</param>
/// <param name="Value">
/// upper, lower, underpeak, endofcount: the limit in units of the variable; band: the lower one; rate: units per
/// second; peakvalleychange: percent of the range of the reference cycle; stale: ms.
/// </param>
/// <param name="Value2">
/// band: the upper limit; underpeak, peakvalleychange: how far a value must return to be a peak or valley and no
/// noise. Otherwise 0.
/// </param>
/// <param name="Hysteresis">How far the value must return before the condition is over, in the unit of
/// <paramref name="Value"/>; 0 none.</param>
/// <param name="MinDurationMs">How long the condition must hold before it counts; 0 at once.</param>
/// <param name="MinDurationSamples">The same in usable samples, or cycles, one after the other; 0 and 1 at once. Not
/// together with ms.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Latch">True: an alarm stays until it is reset, though its condition be over.</param>
/// <param name="Enabled">False: it is not watched.</param>
/// <param name="Revision">Grows with each edit, from 1.</param>
/// <param name="Unit">
/// Unit of the numbers: of a rate its own (kN/s), of peakvalleychange that of the noise; empty: that of the variable,
/// whatever it is.
/// </param>
/// <param name="Source">
/// Identifies what the variable is computed from (<see cref="Expressions.Compilation.VariableSource"/>); empty: not
/// known.
/// </param>
public sealed record LimitDefinition(
    long Id,
    string Variable,
    LimitKind Kind,
    double Value,
    double Value2 = 0,
    double Hysteresis = 0,
    double MinDurationMs = 0,
    long MinDurationSamples = 0,
    LimitSeverity Severity = LimitSeverity.Warning,
    bool Latch = false,
    bool Enabled = true,
    long Revision = 1,
    string Unit = "",
    string Source = "")
{
    /// <summary>
    /// Unit of <see cref="Value"/> and of what is compared with it; empty: a plain number, or not known.
    /// </summary>
    public string ValueUnit => Kind switch
    {
        LimitKind.Stale => "ms",
        LimitKind.PeakValleyChange => "%",
        _ => Unit,
    };

    /// <summary>
    /// Whether another limit watches the same in the same way: an alarm of the one is that of the other then. Revision,
    /// severity and latch do not matter. What was saved before limits had units and sources is taken as the same.
    /// </summary>
    public bool HasSameCondition(LimitDefinition other)
    {
        bool isKnown = Source.Length > 0 && other.Source.Length > 0;
        return this == other with
        {
            Revision = Revision,
            Severity = Severity,
            Latch = Latch,
            Unit = isKnown ? other.Unit : Unit,
            Source = isKnown ? other.Source : Source,
        };
    }

    /// <summary>True for the kinds that look at closed cycles.</summary>
    public bool IsOfCycles => Kind is LimitKind.Underpeak or LimitKind.PeakValleyChange;

    /// <summary>
    /// Usable samples one after the other at which the condition must hold: the first of them and the one that counts
    /// are at least the minimum duration apart.
    /// </summary>
    /// <param name="rateHz">Samples a second.</param>
    public long SamplesNeeded(double rateHz) =>
        MinDurationMs == 0 ? Math.Max(1, MinDurationSamples) : (long)Math.Ceiling(MinDurationMs * rateHz / 1000) + 1;
}

/// <summary>What a limit watches for. docs/alarms.md has the exact condition of each.</summary>
public enum LimitKind : byte
{
    /// <summary>None that is known.</summary>
    Unknown,

    /// <summary>A value above the limit.</summary>
    Upper,

    /// <summary>A value below the limit.</summary>
    Lower,

    /// <summary>A value outside of a range.</summary>
    Band,

    /// <summary>A change from one sample to the next, either way, that is too fast.</summary>
    Rate,

    /// <summary>A closed cycle whose peak is below the limit.</summary>
    Underpeak,

    /// <summary>A closed cycle whose peak or valley is too far from that of the reference cycle.</summary>
    PeakValleyChange,

    /// <summary>A count that is reached.</summary>
    EndOfCount,

    /// <summary>No usable value for too long.</summary>
    Stale,
}

/// <summary>How much a limit matters, in rising order; docs/alarms.md reports what an operator does at each.</summary>
public enum LimitSeverity : byte
{
    /// <summary>Look at it when there is time.</summary>
    Watch,

    /// <summary>The test leaves its usual range.</summary>
    Warning,

    /// <summary>The result of the test is in danger.</summary>
    Distress,

    /// <summary>The specimen is in danger.</summary>
    Critical,

    /// <summary>
    /// Rig or people may be in danger. The hardware interlocks of the controller act; we only report.
    /// </summary>
    Severe,
}

/// <summary>Kinds and severities as database, JSON and wire spell them: lower case.</summary>
public static class LimitNames
{
    /// <summary>Names of the kinds, in the order of <see cref="LimitKind"/> from its second member on.</summary>
    public static ImmutableArray<string> Kinds { get; } =
        ["upper", "lower", "band", "rate", "underpeak", "peakvalleychange", "endofcount", "stale"];

    /// <summary>Names of the severities, in the order of <see cref="LimitSeverity"/>.</summary>
    public static ImmutableArray<string> Severities { get; } = ["watch", "warning", "distress", "critical", "severe"];

    /// <summary>Name of a kind; "unknown" for what is none.</summary>
    public static string NameOf(LimitKind kind) =>
        kind - 1 is var i && i >= 0 && (int)i < Kinds.Length ? Kinds[(int)i] : "unknown";

    /// <summary>Name of a severity; "unknown" for what is none.</summary>
    public static string NameOf(LimitSeverity severity) =>
        (int)severity < Severities.Length ? Severities[(int)severity] : "unknown";

    /// <summary>The kind of that name, in any case; <see cref="LimitKind.Unknown"/> when there is none.</summary>
    public static LimitKind KindOf(string? name) => (LimitKind)(Find(Kinds, name) + 1);

    /// <summary>The severity of that name, in any case; null when there is none.</summary>
    public static LimitSeverity? SeverityOf(string? name) =>
        Find(Severities, name) is var i and >= 0 ? (LimitSeverity)i : null;

    private static int Find(ImmutableArray<string> names, string? name) =>
        names.IndexOf(name ?? "", 0, StringComparer.OrdinalIgnoreCase);
}
