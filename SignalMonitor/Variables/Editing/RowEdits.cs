using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Compilation;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Editing;

/// <summary>
/// Edits of the rows of one table, one at a time, as the verbs and the dashboard make them. A subclass adds what is not
/// said by the columns.
/// </summary>
/// <param name="verb">The verb that shows them, for messages.</param>
/// <param name="table">The table.</param>
internal abstract class RowEdits(string verb, Table table)
{
    /// <summary>Calculated channels.</summary>
    public static RowEdits Variables { get; } = new VariableEdits();

    /// <summary>Limits.</summary>
    public static RowEdits Limits { get; } = new LimitEdits();

    /// <summary>Units of the lab.</summary>
    public static RowEdits Units { get; } = new UnitEdits();

    /// <summary>Second names of channels.</summary>
    public static RowEdits Aliases { get; } = new AliasEdits();

    /// <summary>Break triggers.</summary>
    public static RowEdits Breaks { get; } = new BreakEdits();

    /// <summary>The table.</summary>
    public Table Table => table;

    /// <summary>The verb that shows them.</summary>
    public string Verb => verb;

    /// <summary>Adds a row, or changes what is given of it.</summary>
    public RowOutcome Put(EditSession session, RowChange change, RowCondition condition = RowCondition.Any)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        RowOutcome prepared = Prepare(session, change, condition, set, out Definition? there);
        if (prepared.Row is not { } row)
            return prepared;
        Edit edit = new(row, EditKind.Put, change.Revision ?? there?.Revision ?? 0);
        return Change(session, row, _ => [edit], outcome => new RowOutcome
        {
            Row = table.Rows(outcome.Set!).First(other => other.Title == row.Title),
            IsUnchanged = outcome.Unchanged > 0,
        });
    }

    /// <summary>The row as <see cref="Put"/> would store it. Nothing is stored, and the definitions are not
    /// checked.</summary>
    /// <param name="session">Where, and who.</param>
    /// <param name="change">The edit.</param>
    /// <param name="set">What there is.</param>
    public RowOutcome Preview(EditSession session, RowChange change, VariableSet set) =>
        Prepare(session, change, RowCondition.Any, set, out _);

    /// <summary>Removes a row.</summary>
    public RowOutcome Remove(EditSession session, RowChange change)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        Definition? there = Find(change, set);
        if (FindFault(session, change, isPut: false, set, there) is { } wrong)
            return new RowOutcome { Wrong = wrong };
        if (there is null)
            return new RowOutcome { Missing = MissingText(session, change, set) };
        return Change(
            session,
            there,
            before => Removal(new Edit(there, EditKind.Remove, change.Revision ?? there.Revision), change, before),
            outcome => new RowOutcome { Row = there, Removed = outcome.Removed });
    }

    private RowOutcome Prepare(
        EditSession session, RowChange change, RowCondition condition, VariableSet set, out Definition? there)
    {
        there = condition == RowCondition.New ? null : Find(change, set);
        if (there is null && condition == RowCondition.There)
            return new RowOutcome { Missing = MissingText(session, change, set) };
        if (FindFault(session, change, isPut: true, set, there) is { } wrong)
            return new RowOutcome { Wrong = wrong };
        Definition row = change.ApplyTo(there ?? table.AtStation(table.Blank, session.Station));
        return new RowOutcome { Row = there is null ? Complete(session, row, change, set) : Edited(there, row) };
    }

    /// <summary>What is wrong with an edit; null when nothing is.</summary>
    /// <param name="session">Where else to look.</param>
    /// <param name="change">The edit.</param>
    /// <param name="isPut">False for a removal.</param>
    /// <param name="set">What there is.</param>
    /// <param name="there">The row that is meant; null when it is not there.</param>
    protected virtual string? FindFault(
        EditSession session, RowChange change, bool isPut, VariableSet set, Definition? there) =>
        isPut && there is null && table.Own.Any(column => column.IsRequired && !change.Has(column))
            ? Needed(change)
            : null;

    /// <summary>What a new row must have, with an example.</summary>
    protected abstract string Needed(RowChange change);

    /// <summary>Adds to a new row what was not given; unless overridden, nothing.</summary>
    /// <param name="session">Where to look.</param>
    /// <param name="made">The row.</param>
    /// <param name="change">The edit.</param>
    /// <param name="set">What there is.</param>
    protected virtual Definition Complete(EditSession session, Definition made, RowChange change, VariableSet set) =>
        made;

    /// <summary>The row as it is stored after an edit; unless overridden, as it was given.</summary>
    /// <param name="there">The row before.</param>
    /// <param name="row">The row with what was given.</param>
    protected virtual Definition Edited(Definition there, Definition row) => row;

    /// <summary>The edits of a removal; unless overridden, it alone.</summary>
    protected virtual IReadOnlyList<Edit> Removal(Edit removal, RowChange change, VariableSet before) => [removal];

    /// <summary>That there is no such row, with the nearest name.</summary>
    protected virtual string MissingText(EditSession session, RowChange change, VariableSet set) =>
        $"there is no such row for {change.Name} in {session.Station}"
        + $"{Suggestion.For(change.Name, NamesOf(set).Where(other => other != change.Name))}; {verb} list shows all";

    /// <summary>The names of all rows.</summary>
    protected IEnumerable<string> NamesOf(VariableSet set) =>
        table.Rows(set).Select(row => (string)table.Keys[0].Value(row)!);

    private Definition? Find(RowChange change, VariableSet set) => table.Rows(set).FirstOrDefault(change.IsAbout);

    private static RowOutcome Change(
        EditSession session,
        Definition row,
        Func<VariableSet, IReadOnlyList<Edit>> plan,
        Func<EditOutcome, RowOutcome> done)
    {
        if (!session.Change(plan).Has(out EditOutcome? outcome, out DatabaseFault? fault))
            return new RowOutcome { Database = fault };
        return outcome.Faults.Count > 0 ? new RowOutcome { Row = row, Faults = outcome.Faults } : done(outcome);
    }

    private sealed class VariableEdits() : RowEdits("signals", DefinitionTables.Variables)
    {
        protected override string Needed(RowChange change) =>
            "add needs a name and a formula: signals add force_abs --Expression \"abs(servo1.force)\" --Unit kN";

        // A tare is a value of the formula that it was measured of.
        protected override Definition Edited(Definition there, Definition row)
        {
            (var before, var variable) = ((SignalVariable)there, (SignalVariable)row);
            return before.Expression == variable.Expression && before.Unit == variable.Unit
                ? variable : variable with { Tare = 0 };
        }

        protected override IReadOnlyList<Edit> Removal(Edit removal, RowChange change, VariableSet before) =>
        [
            removal,
            .. before.Limits.Where(limit => change.WithLimits && limit.Variable == change.Name)
                .Select(limit => new Edit(limit, EditKind.Remove, limit.Revision)),
        ];

        protected override string MissingText(EditSession session, RowChange change, VariableSet set) =>
            $"there is no variable {change.Name} in {session.Station}"
            + $"{Suggestion.For(change.Name, NamesOf(set))}; signals list shows all";
    }

    private sealed class LimitEdits() : RowEdits("limits", DefinitionTables.Limits)
    {
        private static readonly Column Kind = DefinitionTables.Limits["kind"];
        private static readonly Column Unit = DefinitionTables.Limits["unit"];

        protected override string? FindFault(
            EditSession session, RowChange change, bool isPut, VariableSet set, Definition? there) =>
            change.Has(Kind)
                ? base.FindFault(session, change, isPut, set, there)
                : "--Kind names the limit, with --Severity unless it is a warning: "
                    + "limits set servo1.force --Kind upper --Value 80";

        protected override string Needed(RowChange change) =>
            $"a new limit needs --Value: limits set {change.Name} --Kind "
            + $"{Kind.Stored(change.ApplyTo(Table.Blank))} --Value 80";

        // The numbers of a new limit are in the unit that its signal has now, and stay so.
        protected override Definition Complete(
            EditSession session, Definition made, RowChange change, VariableSet set)
        {
            var limit = (StoredLimit)made;
            string? unit = change.Has(Unit) ? null : session.Check.UnitFor(limit, set);
            return unit is null ? limit : limit with { Unit = unit };
        }
    }

    // Units are of all stations, and so are the variables that use one: those of every station are looked up.
    private sealed class UnitEdits() : RowEdits("units", DefinitionTables.Units)
    {
        private const int MaxNames = 10;

        protected override string Needed(RowChange change) =>
            $"a new unit needs --Dimension and --Factor: units set {change.Name} --Dimension N --Factor "
            + "4448.2216152605";

        protected override string? FindFault(
            EditSession session, RowChange change, bool isPut, VariableSet set, Definition? there)
        {
            if (base.FindFault(session, change, isPut, set, there) is { } fault)
                return fault;
            if (there is null
                || (isPut && (change.IsConfirmed || Table.SameContent(there, change.ApplyTo(there)))))
                return null;
            return InUse(session, change.Name, isPut, set);
        }

        private static string? InUse(EditSession session, string unit, bool isPut, VariableSet set)
        {
            if (!session.Repository.VariablesNaming(unit).Has(
                out IReadOnlyList<SignalVariable>? naming, out DatabaseFault? fault))
                return fault.Text;
            string[] users =
            [
                .. naming
                    .Where(v => UnitUse.UnitsIn(v.Expression, v.Unit).Contains(unit))
                    .Select(v => $"{v.Name} of {v.Station}"),
                .. set.Limits
                    .Where(limit => UnitUse.UnitsIn("", limit.Unit).Contains(unit))
                    .Select(limit => limit.Title),
            ];
            if (users.Length == 0)
                return null;
            string names = string.Join(", ", users.Take(MaxNames))
                + (users.Length > MaxNames ? $" and {users.Length - MaxNames} more" : "");
            return isPut
                ? $"unit {unit}: variables use it, and their values would change: {names}; "
                    + "--UsedToo true does it all the same"
                : $"unit {unit}: variables use it: {names}; change them first";
        }
    }

    private sealed class AliasEdits() : RowEdits("aliases", DefinitionTables.Aliases)
    {
        // All that can be changed of an alias.
        protected override string? FindFault(
            EditSession session, RowChange change, bool isPut, VariableSet set, Definition? there) =>
            base.FindFault(session, change, isPut, set, there: null);

        protected override string Needed(RowChange change) =>
            $"set needs --Channel: aliases set {change.Name} --Channel servo1.force";
    }

    private sealed class BreakEdits() : RowEdits("breaks", DefinitionTables.Breaks)
    {
        protected override string Needed(RowChange change) =>
            $"a new break trigger needs --Channel and --MinForce: breaks set {change.Name} --Channel servo1.force "
            + "--MinForce 2";
    }
}

/// <summary>Whether an edit requires the row to be there already.</summary>
internal enum RowCondition
{
    /// <summary>It is added or changed.</summary>
    Any,

    /// <summary>It must not be there.</summary>
    New,

    /// <summary>It must be there.</summary>
    There,
}
