using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Variables.Verbs;

/// <summary>`signals add|set|remove`: edits of one variable.</summary>
internal static class EditAction
{
    /// <summary>Adds one.</summary>
    public static int Add(VerbSession session, SignalsVerbOptions options)
    {
        if (options.Name is null || options.Columns[nameof(SignalVariable.Expression)] is null)
            return session.Fail(
                "add needs a name and a formula: signals add force_abs --Expression \"abs(servo1.force)\" --Unit kN");
        return Put(session, options, RowCondition.New);
    }

    /// <summary>Changes what is given of one.</summary>
    public static int Set(VerbSession session, SignalsVerbOptions options) =>
        options.Name is null ? NameIsMissing(session, options) : Put(session, options, RowCondition.There);

    /// <summary>Removes one.</summary>
    public static int Remove(VerbSession session, SignalsVerbOptions options) => options.Name is null
        ? NameIsMissing(session, options)
        : session.Finish(
            RowEdits.Variables.Remove(session.Edits, ChangeOf(options)),
            outcome => session.Output.WriteLine($"{options.Name}: removed, with {outcome.Removed - 1} of its limits"));

    private static int NameIsMissing(VerbSession session, SignalsVerbOptions options) =>
        session.Fail(
            $"{EnumWords.Get(options.Action)} needs a name: signals {EnumWords.Get(options.Action)} force_abs");

    private static int Put(VerbSession session, SignalsVerbOptions options, RowCondition condition) => session.Finish(
        RowEdits.Variables.Put(session.Edits, ChangeOf(options), condition),
        outcome => session.Output.WriteLine(options.Json
            ? DefinitionJson.Format(outcome.Row!)
            : $"{options.Name}: revision {outcome.Row!.Revision}{(outcome.IsUnchanged ? ", unchanged" : "")}"));

    private static RowChange ChangeOf(SignalsVerbOptions options) =>
        options.Columns.Change(options.Name!, options.Revision, options.WithLimits);
}
