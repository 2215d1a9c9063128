using System.Collections.Immutable;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Tables;

/// <summary>Reads rows; those that cannot be used are set aside with their reason.</summary>
internal sealed class TableReader(SqlSession session)
{
    private const string OpenThenNewest = "CASE WHEN stopped_utc IS NULL THEN 0 ELSE 1 END, id DESC";
    private readonly List<BrokenRow> _broken = [];

    /// <summary>Everything of a station. To be called inside a transaction, so that it is of one moment.</summary>
    public static VariableSet Load(SqlSession session, string station)
    {
        var reader = new TableReader(session);
        return new VariableSet
        {
            Station = station,
            Revision = Revision(session),
            Variables = [.. reader.OfStation<SignalVariable>(DefinitionTables.Variables, station)],
            Limits = [.. reader.OfStation<StoredLimit>(DefinitionTables.Limits, station)],
            Units = [.. reader.Rows<UnitDefinition>(DefinitionTables.Units, "1 = 1", [])],
            Aliases = [.. reader.OfStation<ChannelAlias>(DefinitionTables.Aliases, station)],
            Breaks = [.. reader.OfStation<StoredBreakTrigger>(DefinitionTables.Breaks, station)],
            NewestRun = reader
                .Rows<TestRun>(DefinitionTables.Runs, "station = $1", [station], OpenThenNewest, max: 1)
                .FirstOrDefault(),
            RunIdentity = NewestRun(session, station),
            Broken = [.. reader._broken],
        };
    }

    /// <summary>The enabled variables alone.</summary>
    public static StationVariables Variables(SqlSession session, string station)
    {
        var reader = new TableReader(session);
        ImmutableArray<SignalVariable> enabled =
            [.. reader.OfStation<SignalVariable>(DefinitionTables.Variables, station)
                .Where(variable => variable.Enabled)];
        return new StationVariables(Revision(session), enabled, [.. reader._broken]);
    }

    /// <summary>Variables of all stations whose formula or unit has a text.</summary>
    public static IReadOnlyList<SignalVariable> VariablesNaming(SqlSession session, string text) =>
        new TableReader(session)
            .Rows<SignalVariable>(
                DefinitionTables.Variables, "expression LIKE $1 OR unit LIKE $1", [$"%{text}%"], "station, id");

    /// <summary>Test runs, newest first.</summary>
    public static IReadOnlyList<TestRun> Runs(SqlSession session, string station, int max) =>
        [.. new TableReader(session).Rows<TestRun>(DefinitionTables.Runs, "station = $1", [station], "id DESC", max)];

    /// <summary>The row with the key of another; null = there is none.</summary>
    public static Definition? Find(SqlSession session, Definition like)
    {
        Table table = like.Table;
        var reader = new TableReader(session);
        Definition? found = reader.Read(table, table.SelectByKey, table.KeyOf(like)).FirstOrDefault();
        if (reader._broken.FirstOrDefault() is { } broken)
            throw new DatabaseException($"{like.Title} cannot be edited: {broken}; mend or delete that row by SQL first "
                + "(docs/variables.md)");
        return found;
    }

    /// <summary>The count of edits.</summary>
    public static long Revision(SqlSession session)
    {
        long revision = 0;
        session.Query(
            "SELECT revision FROM database_revision WHERE id = 1",
            [],
            row => revision = row[0] is long count ? count : 0);
        return revision > 0 ? revision
            : throw new DatabaseException(DatabaseFaultKind.NotOurs, "the table database_revision has lost its row; "
                + "put it back with "
                + "INSERT INTO database_revision VALUES (1, 1)");
    }

    // A number is never given twice in one database; the time tells the runs of two databases apart.
    private static string NewestRun(SqlSession session, string station)
    {
        string newest = "";
        session.Query("SELECT id, started_utc FROM test_run WHERE station = $1 ORDER BY id DESC "
            + "LIMIT 1", [station], row =>
        {
            var columns = new RowReader(row, ["id", "started_utc"]);
            newest = FormattableString.Invariant($"{columns.Whole("id")} {columns.Time("started_utc"):O}");
        });
        return newest;
    }

    private List<T> OfStation<T>(Table table, string station)
        where T : Definition => Rows<T>(table, "station = $1", [station]);

    private List<T> Rows<T>(
        Table table, string condition, object?[] values, string order = "id", int max = Table.MaxRows + 1)
        where T : Definition
    {
        List<Definition> rows = Read(table, table.Select(condition, order, max), values);
        return rows.Count <= Table.MaxRows
            ? [.. rows.Cast<T>()]
            : throw new DatabaseException($"{table.Name} has more than {Table.MaxRows} rows of "
                + $"{values.FirstOrDefault() ?? "all stations"}; remove some");
    }

    private List<Definition> Read(Table table, string sql, object?[] values)
    {
        List<Definition> rows = [];
        session.Query(sql, values, row =>
        {
            var columns = new RowReader(row, table.Columns);
            Definition read = table.Read(columns);
            if ((columns.Fault ?? read.Faults().FirstOrDefault()) is { } fault)
                _broken.Add(new BrokenRow(table.Name, read.Id, fault.Column, fault.What));
            else
                rows.Add(read);
        });
        return rows;
    }
}
