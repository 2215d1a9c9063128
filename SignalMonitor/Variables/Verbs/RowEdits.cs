using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// Edits of the rows of one table, one at a time. A subclass says which row is meant, and what becomes of it. The words
/// have a name.
/// </summary>
/// <typeparam name="TWords">What is said of a row.</typeparam>
/// <param name="verb">The verb that shows them, for messages.</param>
/// <param name="table">The table.</param>
internal abstract class RowEdits<TWords>(string verb, Table table)
    where TWords : IRowWords
{
    /// <summary>The table.</summary>
    public Table Table => table;

    /// <summary>The verb that shows them.</summary>
    public string Verb => verb;

    /// <summary>The rows of a set.</summary>
    public abstract IReadOnlyList<Definition> Rows(VariableSet set);

    /// <summary>Adds a row, or changes what is given of it.</summary>
    public RowOutcome Put(EditSession session, TWords words, RowCondition condition = RowCondition.Any)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        Definition? there = condition == RowCondition.New ? null : Find(words, set);
        if (there is null && condition == RowCondition.There)
            return new RowOutcome { Missing = MissingText(session, words, set) };
        if (FaultOf(session, words, isPut: true, set, there) is { } wrong)
            return new RowOutcome { Wrong = wrong };
        Definition row = With(session.Station, words, there);
        row = there is null ? Complete(session, row, words, set) : row;
        Edit edit = new(row, EditKind.Put, words.Revision ?? there?.Revision ?? 0);
        return Change(session, row, _ => [edit], outcome => new RowOutcome
        {
            Row = Rows(outcome.Set!).First(other => other.Title == row.Title),
            IsUnchanged = outcome.Unchanged > 0,
        });
    }

    /// <summary>Removes a row.</summary>
    public RowOutcome Remove(EditSession session, TWords words)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        Definition? there = Find(words, set);
        if (FaultOf(session, words, isPut: false, set, there) is { } wrong)
            return new RowOutcome { Wrong = wrong };
        if (there is null)
            return new RowOutcome { Missing = MissingText(session, words, set) };
        return Change(
            session,
            there,
            before => Removal(new Edit(there, EditKind.Remove, words.Revision ?? there.Revision), words, before),
            outcome => new RowOutcome { Row = there, Removed = outcome.Removed });
    }

    /// <summary>The name that a row goes by.</summary>
    protected abstract string NameOf(Definition row);

    /// <summary>Whether a row of that name is the one that is meant.</summary>
    protected virtual bool IsMeant(Definition row, TWords words) => true;

    /// <summary>What is wrong with the words of an edit; null when nothing is.</summary>
    /// <param name="session">Where else to look.</param>
    /// <param name="words">The words; with a name.</param>
    /// <param name="isPut">False for a removal.</param>
    /// <param name="set">What there is.</param>
    /// <param name="there">The row that is meant; null when it is not there.</param>
    protected abstract string? FaultOf(
        EditSession session, TWords words, bool isPut, VariableSet set, Definition? there);

    /// <summary>The row as it shall be.</summary>
    /// <param name="station">Site/rig.</param>
    /// <param name="words">The words; without a fault.</param>
    /// <param name="there">The row as it is; null when it is not there.</param>
    protected abstract Definition With(string station, TWords words, Definition? there);

    /// <summary>Adds to a new row what was not given; unless overridden, nothing.</summary>
    /// <param name="session">Where to look.</param>
    /// <param name="made">The row.</param>
    /// <param name="words">The words.</param>
    /// <param name="set">What there is.</param>
    protected virtual Definition Complete(EditSession session, Definition made, TWords words, VariableSet set) => made;

    /// <summary>The edits of a removal; unless overridden, it alone.</summary>
    protected virtual IReadOnlyList<Edit> Removal(Edit removal, TWords words, VariableSet before) => [removal];

    /// <summary>That there is no such row, with the nearest name.</summary>
    protected virtual string MissingText(EditSession session, TWords words, VariableSet set) =>
        $"there is no such row for {words.Name} in {session.Station}"
        + $"{Suggestion.For(words.Name!, Rows(set).Select(NameOf).Where(other => other != words.Name))}; {verb} list "
        + $"shows all";

    private Definition? Find(TWords words, VariableSet set) =>
        Rows(set).FirstOrDefault(row => NameOf(row) == words.Name && IsMeant(row, words));

    private static RowOutcome Change(
        EditSession session,
        Definition row,
        Func<VariableSet, IReadOnlyList<Edit>> plan,
        Func<EditOutcome, RowOutcome> done)
    {
        if (!session.Repository.Change(
            session.Station,
            session.Author,
            plan,
            session.Check).Has(out EditOutcome? outcome, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        return outcome.Faults.Count > 0 ? new RowOutcome { Row = row, Faults = outcome.Faults } : done(outcome);
    }
}
