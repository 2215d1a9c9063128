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
    protected override string? FaultOf(EditSession session, LimitsVerbOptions words, bool isPut, VariableSet set, Definition? there)
    {
        if (words.Kind is null)
            return "--Kind says which limit is meant, with --Severity unless it is a warning: "
                + "limits set servo1.force --Kind upper --Value 80";
        return isPut && there is null && words.Value is null
            ? $"a new limit needs --Value: limits set {words.Name} --Kind {EnumWords.Of(words.Kind.Value)} --Value 80" : null;
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
