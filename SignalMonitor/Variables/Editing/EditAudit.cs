using System.Globalization;
using SignalMonitor.Audit;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Editing;

/// <summary>
/// Notes edits of definitions and test runs in the audit log before they are in force. What cannot be noted is refused,
/// except the stop of a test run: a run that nobody can end records for ever.
/// </summary>
/// <param name="log">The log.</param>
/// <param name="from">Where edits come from.</param>
/// <param name="warn">Told when a stop is not noted.</param>
internal sealed class EditAudit(AuditLog log, string from, Action<string> warn)
{
    /// <summary>Notes edits.</summary>
    /// <param name="author">Who.</param>
    /// <param name="edits">The edits.</param>
    /// <returns>Why they are refused; null when they are not.</returns>
    public string? Note(string author, IReadOnlyList<MadeEdit> edits)
    {
        AuditOrigin origin = new(author, from);
        if (log.Append([.. edits.Select(edit => ActionOf(origin, edit))]) is not { } fault)
            return null;
        if (!edits.All(IsStop))
            return $"nothing was changed, because it could not be noted: {fault}";
        warn($"the stop of the test run is not in the audit log: {fault}");
        return null;
    }

    /// <summary>The action of an edit.</summary>
    public static AuditAction ActionOf(AuditOrigin origin, MadeEdit edit)
    {
        Column? station = edit.Row.Table.Content.FirstOrDefault(column => column.Name == Table.StationColumn);
        string target = edit.Row is TestRun run ? AuditActions.TestRunTarget(run.Station, run.Name)
            : station is null ? edit.Row.Title : $"{station.Stored(edit.Row)} {edit.Row.Title}";
        AuditAction action = origin.CreateAction(NameOf(edit), target);
        return edit switch
        {
            { Old: SignalVariable old, New: SignalVariable now } when action.Action == AuditActions.VariablesTare =>
                action with { Old = Text(old.Tare), New = Text(now.Tare) },
            { Old: SignalVariable old, New: SignalVariable now } when action.Action == AuditActions.VariablesReset =>
                action with { Old = Text(old.Resets), New = Text(now.Resets) },
            _ => action with
            {
                Old = edit.Old is null ? null : DefinitionJson.Format(edit.Old),
                New = edit.New is null ? null : DefinitionJson.Format(edit.New),
            },
        };
    }

    private static string NameOf(MadeEdit edit) => edit switch
    {
        { Old: null, New: TestRun } => AuditActions.TestRunStart,
        { New: TestRun } when IsStop(edit) => AuditActions.TestRunStop,
        { New: TestRun } => AuditActions.TestRunSet,
        { Old: SignalVariable old, New: SignalVariable now } when IsOnly(old with { Tare = now.Tare }, now) =>
            AuditActions.VariablesTare,
        { Old: SignalVariable old, New: SignalVariable now } when IsOnly(old with { Resets = now.Resets }, now) =>
            AuditActions.VariablesReset,
        { Old: null } => AuditActions.Add(edit.Row.Table.Plural),
        { New: null } => AuditActions.Remove(edit.Row.Table.Plural),
        _ => AuditActions.Set(edit.Row.Table.Plural),
    };

    private static bool IsOnly(Definition expected, Definition now) => now.Table.SameContent(expected, now);

    private static bool IsStop(MadeEdit edit) =>
        edit is { Old: TestRun { StoppedUtc: null }, New: TestRun { StoppedUtc: not null } };

    private static string Text(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);
}
