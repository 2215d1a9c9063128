namespace FuncLibs.Signals.Limits;

/// <summary>
/// One limit on one variable. Immutable; what an edit changes has a new revision. <see cref="LimitFaults"/> judges it before anything is
/// made of it.
/// </summary>
/// <param name="Id">Number in the database, above 0.</param>
/// <param name="Variable">Name of the variable or channel column it watches.</param>
/// <param name="Kind">What it watches for.</param>
/// <param name="Value">
/// upper, lower, underpeak, endofcount: the limit in units of the variable; band: the lower one; rate: units per second;
/// peakvalleychange: percent of the range of the reference cycle; stale: ms.
/// </param>
/// <param name="Value2">
/// band: the upper limit; underpeak, peakvalleychange: how far a value must come back to be a peak or valley and no noise. Otherwise 0.
/// </param>
/// <param name="Hysteresis">How far the value must come back before the condition is over, in the unit of <paramref name="Value"/>; 0
/// none.</param>
/// <param name="MinDurationMs">How long the condition must hold before it counts; 0 at once.</param>
/// <param name="MinDurationSamples">The same in usable samples, or cycles, one after the other; 0 and 1 at once. Not together with
/// ms.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Latch">True: an alarm stays until it is reset, though its condition be over.</param>
/// <param name="Enabled">False: it is not watched.</param>
/// <param name="Revision">Grows with each edit, from 1.</param>
/// <param name="Unit">
/// Unit of the numbers: of a rate its own (kN/s), of peakvalleychange that of the noise; empty: that of the variable,
/// whatever it is.
/// </param>
/// <param name="Source">
/// Identifies what the variable is computed from (<see cref="Expressions.Variables.VariableSource"/>); empty: not
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
    /// <summary>Unit of <see cref="Value"/> and of what is compared with it; empty: a plain number, or not known.</summary>
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
    public bool WatchesLike(LimitDefinition other)
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
    /// Usable samples one after the other at which the condition must hold: the first of them and the one that counts lie at least the
    /// minimum duration apart.
    /// </summary>
    /// <param name="rateHz">Samples a second.</param>
    public long SamplesNeeded(double rateHz) =>
        MinDurationMs == 0 ? Math.Max(1, MinDurationSamples) : (long)Math.Ceiling(MinDurationMs * rateHz / 1000) + 1;
}
