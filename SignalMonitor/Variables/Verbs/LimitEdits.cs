using System.ComponentModel;
using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Edits of limits.</summary>
internal sealed class LimitEdits() : RowEdits<LimitsVerbOptions>("limits", DefinitionTables.Limits)
{
    /// <inheritdoc/>
    public override IReadOnlyList<Definition> Rows(VariableSet set) => set.Limits;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((StoredLimit)row).Variable;

    /// <inheritdoc/>
    protected override bool IsMeant(Definition row, LimitsVerbOptions words) =>
        row is StoredLimit limit && limit.Kind == words.Kind && limit.Severity == words.Severity;

    /// <inheritdoc/>
    protected override string? FaultOf(
        EditSession session, LimitsVerbOptions words, bool isPut, VariableSet set, Definition? there)
    {
        if (words.Kind is null)
            return "--Kind says which limit is meant, with --Severity unless it is a warning: "
                + "limits set servo1.force --Kind upper --Value 80";
        return isPut && there is null && words.Value is null
            ? $"a new limit needs --Value: limits set {words.Name} --Kind {EnumWords.Of(words.Kind.Value)} --Value "
                + $"80" : null;
    }

    /// <inheritdoc/>
    protected override Definition With(string station, LimitsVerbOptions words, Definition? there)
    {
        StoredLimit before = there as StoredLimit ?? new StoredLimit
        {
            Station = station,
            Variable = words.Name!,
            Kind = words.Kind!.Value,
            Severity = words.Severity,
            Value = 0,
        };
        return before with
        {
            Value = words.Value ?? before.Value,
            Value2 = words.ClearsValue2 ? null : words.Value2 ?? before.Value2,
            Hysteresis = words.Hysteresis ?? before.Hysteresis,
            Unit = words.Unit ?? before.Unit,
            MinDurationMs = words.MinDurationMs ?? before.MinDurationMs,
            MinDurationCount = words.MinDurationCount ?? before.MinDurationCount,
            Latch = words.Latch ?? before.Latch,
            Enabled = words.Enabled ?? before.Enabled,
            Note = words.Note ?? before.Note,
        };
    }

    /// <summary>The numbers of a new limit are in the unit that its signal has now, and stay so.</summary>
    protected override Definition Complete(
        EditSession session, Definition made, LimitsVerbOptions words, VariableSet set)
    {
        var limit = (StoredLimit)made;
        string? unit = words.Unit is null ? session.Check.UnitFor(limit, set) : null;
        return unit is null ? limit : limit with { Unit = unit };
    }
}

/// <summary>
/// Options of the verb `limits`. Kind and severity say which limit of the variable or channel is meant.
/// </summary>
public sealed class LimitsVerbOptions : RowVerbOptions
{
    /// <summary>What is looked for.</summary>
    [Description("set, remove: upper, lower, band, rate, underpeak, peakvalleychange, endofcount or stale")]
    public LimitKind? Kind { get; set; }

    /// <summary>How bad that is.</summary>
    [Description("set, remove: watch, warning, distress, critical or severe")]
    public LimitSeverity Severity { get; set; } = LimitSeverity.Warning;

    /// <summary>The limit.</summary>
    [Description("set: the limit; the lower end of a band")]
    public double? Value { get; set; }

    /// <summary>The second number of a band and of kinds that look at cycles.</summary>
    [Description("set: upper end of a band; noise of underpeak and peakvalleychange")]
    public double? Value2 { get; set; }

    /// <summary>
    /// True: it shall have no second number. No option of the verb, whose options have no way to say "none"; the
    /// dashboard's `null` is one.
    /// </summary>
    internal bool ClearsValue2 { get; set; }

    /// <summary>How far the value has to come back.</summary>
    [Description("set: how far the value has to come back")]
    public double? Hysteresis { get; set; }

    /// <summary>Unit of the numbers.</summary>
    [Description("set: unit of the numbers (of a rate: kN/s); '' = that of what is watched, whatever it is")]
    public string? Unit { get; set; }

    /// <summary>How long it has to be passed.</summary>
    [Description("set: how many ms it has to be passed before it counts")]
    public double? MinDurationMs { get; set; }

    /// <summary>For how many values one after the other it has to be passed.</summary>
    [Description(
        "set: how many cycles (underpeak, peakvalleychange) or samples (others) one after the other; not together "
            + "with ms")]
    public long? MinDurationCount { get; set; }

    /// <summary>Whether the alarm stays.</summary>
    [Description("set: true = the alarm stays until somebody resets it")]
    public bool? Latch { get; set; }

    /// <summary>Whether it is watched.</summary>
    [Description("set: true = watched, false = only kept")]
    public bool? Enabled { get; set; }

    /// <summary>Free text.</summary>
    [Description("set: free text")]
    public string? Note { get; set; }
}
