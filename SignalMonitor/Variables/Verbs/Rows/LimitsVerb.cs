using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs.Rows;

/// <summary>The verb `limits list|set|remove`.</summary>
internal sealed class LimitsVerb() : RowVerb<LimitsVerbOptions>("limits", DefinitionTables.Limits)
{
    /// <inheritdoc/>
    protected override IReadOnlyList<Definition> Rows(VariableSet set) => set.Limits;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((StoredLimit)row).Variable;

    /// <inheritdoc/>
    protected override bool IsMeant(Definition row, LimitsVerbOptions options) =>
        row is StoredLimit limit && limit.Kind == options.Kind && limit.Severity == options.Severity;

    /// <inheritdoc/>
    protected override string? FaultOf(VerbSession session, LimitsVerbOptions options, VariableSet set, Definition? there)
    {
        if (options.Kind is null)
            return "--Kind says which limit is meant, with --Severity unless it is a warning: "
                + "limits set servo1.force --Kind upper --Value 80";
        return options.Action == RowAction.Set && there is null && options.Value is null
            ? $"a new limit needs --Value: limits set {options.Name} --Kind {Words.Of(options.Kind.Value)} --Value 80" : null;
    }

    /// <inheritdoc/>
    protected override Definition With(string station, LimitsVerbOptions options, Definition? there)
    {
        StoredLimit before = there as StoredLimit ?? new StoredLimit
        {
            Station = station,
            Variable = options.Name!,
            Kind = options.Kind!.Value,
            Severity = options.Severity,
            Value = 0,
        };
        return before with
        {
            Value = options.Value ?? before.Value,
            Value2 = options.Value2 ?? before.Value2,
            Hysteresis = options.Hysteresis ?? before.Hysteresis,
            Unit = options.Unit ?? before.Unit,
            MinDurationMs = options.MinDurationMs ?? before.MinDurationMs,
            MinDurationCount = options.MinDurationCount ?? before.MinDurationCount,
            Latch = options.Latch ?? before.Latch,
            Enabled = options.Enabled ?? before.Enabled,
            Note = options.Note ?? before.Note,
        };
    }

    /// <summary>The numbers of a new limit are in the unit that its signal has now, and stay so.</summary>
    protected override Definition Complete(
        VerbSession session, Definition made, LimitsVerbOptions options, VariableSet set)
    {
        var limit = (StoredLimit)made;
        string? unit = options.Unit is null ? session.Check.UnitFor(limit, set) : null;
        return unit is null ? limit : limit with { Unit = unit };
    }

    /// <inheritdoc/>
    protected override void Print(TextWriter output, VariableSet set) => DefinitionText.Limits(output, set);
}
