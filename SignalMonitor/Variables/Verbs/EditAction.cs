using FuncLibs.Diagnostics;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>`signals add|set|remove`: edits of one variable.</summary>
internal static class EditAction
{
    /// <summary>Adds one.</summary>
    public static int Add(VerbSession session, SignalsVerbOptions options)
    {
        if (options.Name is null || options.Expression is null)
            return session.Fail("add needs a name and a formula: signals add force_abs --Expression \"abs(servo1.force)\" --Unit kN");
        var added = new SignalVariable { Station = session.Station, Name = options.Name, Expression = options.Expression };
        return Put(session, With(added, options), 0, options.Json);
    }

    /// <summary>Changes what is given of one.</summary>
    public static int Set(VerbSession session, SignalsVerbOptions options)
    {
        if (Find(session, options, out string fault) is not { } there)
            return session.Fail(fault);
        return Put(session, With(there, options), options.Revision ?? there.Revision, options.Json);
    }

    /// <summary>Removes one.</summary>
    public static int Remove(VerbSession session, SignalsVerbOptions options)
    {
        if (Find(session, options, out string fault) is not { } there)
            return session.Fail(fault);
        return session.Change(
            before =>
            [
                new Edit(there, EditKind.Remove, options.Revision ?? there.Revision),
                .. before.Limits.Where(limit => options.WithLimits && limit.Variable == there.Name)
                    .Select(limit => new Edit(limit, EditKind.Remove, limit.Revision)),
            ],
            outcome => session.Output.WriteLine($"{there.Name}: removed, with {outcome.Removed - 1} of its limits"));
    }

    private static int Put(VerbSession session, SignalVariable row, long from, bool json) => session.Change(
        _ => [new Edit(row, EditKind.Put, from)],
        outcome =>
        {
            SignalVariable stored = outcome.Set!.Variables.First(variable => variable.Name == row.Name);
            session.Output.WriteLine(json
                ? DefinitionJson.Of(DefinitionTables.Variables, stored)
                : $"{stored.Name}: revision {stored.Revision}{(outcome.Unchanged > 0 ? ", unchanged" : "")}");
        });

    private static SignalVariable? Find(VerbSession session, SignalsVerbOptions options, out string fault)
    {
        fault = $"{Words.Of(options.Action)} needs a name: signals {Words.Of(options.Action)} force_abs";
        if (options.Name is null)
            return null;
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? failed))
        {
            fault = failed.Text;
            return null;
        }

        fault = $"there is no variable {options.Name} in "
            + $"{session.Station}{Suggestion.For(options.Name, set.Variables.Select(v => v.Name))}; "
            + "signals list shows all";
        return set.Variables.FirstOrDefault(variable => variable.Name == options.Name);
    }

    private static SignalVariable With(SignalVariable variable, SignalsVerbOptions options) => variable with
    {
        Expression = options.Expression ?? variable.Expression,
        Unit = options.Unit ?? variable.Unit,
        DisplayDigits = options.Digits ?? variable.DisplayDigits,
        Enabled = options.Enabled ?? variable.Enabled,
        KeepOverRuns = options.KeepOverRuns ?? variable.KeepOverRuns,
        Note = options.Note ?? variable.Note,
    };
}
