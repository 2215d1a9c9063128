using FuncLibs.Diagnostics;
using FuncLibs.Hosting.Running;
using SignalMonitor.Configuration;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs.Rows;

/// <summary>
/// A verb `list|set|remove` over the rows of one table; it works beside a running monitor, which takes an edit over within a second. Set
/// adds a row, or changes what is given of it. A subclass says which row is meant, and what becomes of it.
/// </summary>
/// <typeparam name="TOptions">Its options.</typeparam>
/// <param name="name">The verb.</param>
/// <param name="table">The table.</param>
internal abstract class RowVerb<TOptions>(string name, Table table)
    where TOptions : RowVerbOptions, new()
{
    /// <summary>Exit code 0, or 2 with one line on standard error for each fault.</summary>
    /// <param name="context">Options and streams.</param>
    /// <param name="check">Judges definitions before they are stored.</param>
    public Task<int> RunAsync(VerbContext<MonitorOptions> context, IVariableCheck check)
    {
        TOptions options = context.Extra<TOptions>();
        return Task.FromResult(VerbSession.Run(
            context, name, options.Station, options.By, check, import: false, session => Run(session, options)));
    }

    /// <summary>The verb for the host: words behind it, and flags.</summary>
    /// <param name="meaning">One line for the help text.</param>
    /// <param name="check">Judges definitions before they are stored.</param>
    public HostVerb<MonitorOptions> Verb(string meaning, Func<VerbContext<MonitorOptions>, IVariableCheck> check) =>
        new(name, meaning, context => RunAsync(context, check(context)))
        {
            ExtraOptions = typeof(TOptions),
            ProgramSections = ["State", "Database"],
            Argument = nameof(RowVerbOptions.Action),
            NextArgument = nameof(RowVerbOptions.Name),
            Flags = [nameof(RowVerbOptions.Json)],
        };

    /// <summary>The rows of a set.</summary>
    protected abstract IReadOnlyList<Definition> Rows(VariableSet set);

    /// <summary>The name that stands behind the action.</summary>
    protected abstract string NameOf(Definition row);

    /// <summary>Whether a row of that name is the one that is meant.</summary>
    protected virtual bool IsMeant(Definition row, TOptions options) => true;

    /// <summary>What is wrong with the words of an edit; null when nothing is.</summary>
    /// <param name="session">Where else to look.</param>
    /// <param name="options">The words; with a name.</param>
    /// <param name="set">What there is.</param>
    /// <param name="there">The row that is meant; null when it is not there.</param>
    protected abstract string? FaultOf(VerbSession session, TOptions options, VariableSet set, Definition? there);

    /// <summary>The row as it shall be.</summary>
    /// <param name="station">Site/rig.</param>
    /// <param name="options">The words; without a fault.</param>
    /// <param name="there">The row as it is; null when it is not there.</param>
    protected abstract Definition With(string station, TOptions options, Definition? there);

    /// <summary>Adds to a new row what was not given; unless overridden, nothing.</summary>
    /// <param name="session">Where to look.</param>
    /// <param name="made">The row.</param>
    /// <param name="options">The words.</param>
    /// <param name="set">What there is.</param>
    protected virtual Definition Complete(VerbSession session, Definition made, TOptions options, VariableSet set) =>
        made;

    /// <summary>All rows as a table for people.</summary>
    protected abstract void Print(TextWriter output, VariableSet set);

    private int Run(VerbSession session, TOptions options)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (options.Action == RowAction.List)
            return List(session, set, options.Json);
        if (options.Name is null)
            return session.Fail($"{Words.Of(options.Action)} needs a name behind it; {name} list shows all");
        Definition? there = Rows(set).FirstOrDefault(row => NameOf(row) == options.Name && IsMeant(row, options));
        if (FaultOf(session, options, set, there) is { } wrong)
            return session.Fail(wrong);
        if (options.Action == RowAction.Set)
        {
            Definition row = With(session.Station, options, there);
            row = there is null ? Complete(session, row, options, set) : row;
            return Put(session, row, options.Revision ?? there?.Revision ?? 0, options.Json);
        }

        return there is null ? session.Fail(Missing(session, options, set)) : Remove(session, there, options.Revision ?? there.Revision);
    }

    private int List(VerbSession session, VariableSet set, bool json)
    {
        IReadOnlyList<Definition> rows = Rows(set);
        if (json)
        {
            session.Output.WriteLine(DefinitionJson.Text(writer =>
            {
                writer.WriteStartArray();
                foreach (Definition row in rows)
                    DefinitionJson.Write(writer, table, row);
                writer.WriteEndArray();
            }));
        }
        else
        {
            session.Output.WriteLine($"{set.Station} in {session.Repository.Name}, revision {set.Revision}: {rows.Count} {name}");
            Print(session.Output, set);
        }

        return session.Fail([.. set.Broken.Where(row => row.Table == table.Name)]);
    }

    private int Put(VerbSession session, Definition row, long from, bool json) => session.Change(
        _ => [new Edit(row, EditKind.Put, from)],
        outcome =>
        {
            Definition stored = Rows(outcome.Set!).First(other => other.Title == row.Title);
            session.Output.WriteLine(json
                ? DefinitionJson.Of(table, stored)
                : $"{stored.Title}: revision {stored.Revision}{(outcome.Unchanged > 0 ? ", unchanged" : "")}");
        });

    private static int Remove(VerbSession session, Definition there, long from) => session.Change(
        _ => [new Edit(there, EditKind.Remove, from)], _ => session.Output.WriteLine($"{there.Title}: removed"));

    private string Missing(VerbSession session, TOptions options, VariableSet set) =>
        $"there is no such row for {options.Name} in {session.Station}"
        + $"{Suggestion.For(options.Name!, Rows(set).Select(NameOf).Where(other => other != options.Name))}; {name} list shows all";
}
