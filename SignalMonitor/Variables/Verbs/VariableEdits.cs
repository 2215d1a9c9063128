using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>Edits of calculated channels.</summary>
internal sealed class VariableEdits() : RowEdits<SignalsVerbOptions>(SignalsVerb.Name, DefinitionTables.Variables)
{
    /// <inheritdoc/>
    public override IReadOnlyList<Definition> Rows(VariableSet set) => set.Variables;

    /// <inheritdoc/>
    protected override string NameOf(Definition row) => ((SignalVariable)row).Name;

    /// <inheritdoc/>
    protected override string? FaultOf(
        EditSession session, SignalsVerbOptions words, bool isPut, VariableSet set, Definition? there) =>
        isPut && there is null && words.Expression is null
            ? "add needs a name and a formula: signals add force_abs --Expression \"abs(servo1.force)\" --Unit kN" : null;

    /// <inheritdoc/>
    protected override Definition With(string station, SignalsVerbOptions words, Definition? there)
    {
        SignalVariable before = there as SignalVariable
            ?? new SignalVariable { Station = station, Name = words.Name!, Expression = words.Expression! };
        return before with
        {
            Expression = words.Expression ?? before.Expression,
            Unit = words.Unit ?? before.Unit,
            DisplayDigits = words.Digits ?? before.DisplayDigits,
            Enabled = words.Enabled ?? before.Enabled,
            KeepOverRuns = words.KeepOverRuns ?? before.KeepOverRuns,
            Note = words.Note ?? before.Note,
        };
    }

    /// <inheritdoc/>
    protected override IReadOnlyList<Edit> Removal(Edit removal, SignalsVerbOptions words, VariableSet before) =>
    [
        removal,
        .. before.Limits.Where(limit => words.WithLimits && limit.Variable == words.Name)
            .Select(limit => new Edit(limit, EditKind.Remove, limit.Revision)),
    ];

    /// <inheritdoc/>
    protected override string MissingText(EditSession session, SignalsVerbOptions words, VariableSet set) =>
        $"there is no variable {words.Name} in {session.Station}"
        + $"{Suggestion.For(words.Name!, set.Variables.Select(variable => variable.Name))}; signals list shows all";
}
