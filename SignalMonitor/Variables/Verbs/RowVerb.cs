using FuncLibs.Hosting.Programs;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Editing;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// A verb `list|set|remove` over the rows of one table; it works beside a running monitor, which takes an edit over
/// within a second. Set adds a row, or changes what is given of it.
/// </summary>
/// <typeparam name="TRow">The rows.</typeparam>
/// <param name="edits">The edits.</param>
/// <param name="print">Writes all rows as a table for people.</param>
internal sealed class RowVerb<TRow>(RowEdits edits, Action<TextWriter, VariableSet> print)
    where TRow : Definition
{
    /// <summary>Exit code 0, or 2 with one line on standard error for each fault.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="check">Judges definitions before they are stored.</param>
    public Task<int> RunAsync(VerbContext<MonitorOptions> context, IVariableCheck check)
    {
        RowVerbOptions<TRow> options = context.Extra<RowVerbOptions<TRow>>();
        return Task.FromResult(VerbSession.Run(
            context, edits.Verb, options.Station, options.By, check, import: false, session => Run(session, options)));
    }

    /// <summary>The verb for the host: words after it, and flags.</summary>
    /// <param name="meaning">One line for the help text.</param>
    /// <param name="check">Judges definitions before they are stored.</param>
    public HostVerb<MonitorOptions> Verb(string meaning, Func<VerbContext<MonitorOptions>, IVariableCheck> check) =>
        new(edits.Verb, meaning, context => RunAsync(context, check(context)))
        {
            ExtraOptions = typeof(RowVerbOptions<TRow>),
            ProgramSections = ["State", "Database", "Connections"],
            Argument = nameof(RowVerbOptions<>.Action),
            NextArgument = nameof(RowVerbOptions<>.Name),
            Flags = [nameof(RowVerbOptions<>.Json)],
        };

    /// <summary>Runs an action.</summary>
    public int Run(VerbSession session, RowVerbOptions<TRow> options)
    {
        if (options.Action == RowAction.List)
            return List(session, options.Json);
        if (options.Action == RowAction.Try)
            return session.Fail($"{edits.Verb} has list, set and remove; only limits can be tried");
        if (options.Name is null)
            return session.Fail($"{EnumWords.Get(options.Action)} needs a name after it; {edits.Verb} list shows all");
        RowChange change = options.Columns.Change(options.Name, options.Revision);
        return options.Action == RowAction.Set
            ? session.Finish(edits.Put(session.Edits, change), outcome => Print(session, outcome, options.Json))
            : session.Finish(
                edits.Remove(session.Edits, change),
                outcome => session.Output.WriteLine($"{outcome.Row!.Title}: removed"));
    }

    private int List(VerbSession session, bool json)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        IReadOnlyList<Definition> rows = edits.Table.Rows(set);
        if (json)
        {
            session.Output.WriteLine(DefinitionJson.Text(writer =>
            {
                writer.WriteStartArray();
                foreach (Definition row in rows)
                    DefinitionJson.Write(writer, row);
                writer.WriteEndArray();
            }));
        }
        else
        {
            session.Output.WriteLine(
                $"{set.Station} in {session.Repository.Name}, revision {set.Revision}: {rows.Count} {edits.Verb}");
            print(session.Output, set);
        }

        return session.Fail([.. set.Broken.Where(row => row.Table == edits.Table.Name)]);
    }

    private static void Print(VerbSession session, RowOutcome outcome, bool json) => session.Output.WriteLine(json
        ? DefinitionJson.Format(outcome.Row!)
        : $"{outcome.Row!.Title}: revision {outcome.Row.Revision}{(outcome.IsUnchanged ? ", unchanged" : "")}");
}
