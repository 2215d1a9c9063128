using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Edits of break triggers.</summary>
internal sealed class BreakEdits() : RowEdits<BreaksVerbOptions>("breaks", DefinitionTables.Breaks)
{
    /// <inheritdoc/>
    public override IReadOnlyList<Definition> Rows(VariableSet set) => set.Breaks;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((StoredBreakTrigger)row).Name;

    /// <inheritdoc/>
    protected override string? FaultOf(EditSession session, BreaksVerbOptions words, bool isPut, VariableSet set, Definition? there) =>
        isPut && there is null && (words.Channel is null || words.MinForce is null)
            ? $"a new break trigger needs --Channel and --MinForce: breaks set {words.Name} --Channel servo1.force --MinForce 2" : null;

    /// <inheritdoc/>
    protected override Definition With(string station, BreaksVerbOptions words, Definition? there)
    {
        StoredBreakTrigger before = there as StoredBreakTrigger
            ?? new StoredBreakTrigger { Station = station, Name = words.Name!, Channel = words.Channel!, MinForce = words.MinForce!.Value };
        return before with
        {
            Channel = words.Channel ?? before.Channel,
            FallPercent = words.FallPercent ?? before.FallPercent,
            WithinMs = words.WithinMs ?? before.WithinMs,
            MinForce = words.MinForce ?? before.MinForce,
            BeforeMs = words.BeforeMs ?? before.BeforeMs,
            AfterMs = words.AfterMs ?? before.AfterMs,
            RearmMs = words.RearmMs ?? before.RearmMs,
            Columns = words.Columns ?? before.Columns,
            Enabled = words.Enabled ?? before.Enabled,
            Note = words.Note ?? before.Note,
        };
    }
}
