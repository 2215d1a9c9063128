using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Tables;

/// <summary>Every edit with the row before and after, in the transaction of the edit. It only grows.</summary>
internal static class ChangeLog
{
    private const string Insert =
        "INSERT INTO change_log (changed_utc, changed_by, table_name, row_id, revision, old_row, new_row) VALUES ($1, "
            + "$2, $3, $4, $5, "
            + "$6, $7)";

    private static readonly string[] Columns =
        ["id", "changed_utc", "changed_by", "table_name", "row_id", "revision", "old_row", "new_row"];

    /// <summary>Adds a line; one of the rows may be null.</summary>
    public static void Write(
        SqlSession session, Definition? old, Definition? changed, string author, DateTimeOffset now)
    {
        Definition row = changed ?? old!;
        session.Execute(
            Insert, now, author, row.Table.Name, row.Id, row.Revision,
            old is null ? null : DefinitionJson.Format(old), changed is null ? null : DefinitionJson.Format(changed));
    }

    /// <summary>The newest lines.</summary>
    public static IReadOnlyList<ChangeEntry> Read(SqlSession session, int max)
    {
        List<ChangeEntry> entries = [];
        string sql = FormattableString.Invariant(
            $"SELECT {string.Join(", ", Columns)} FROM change_log ORDER BY id DESC LIMIT {max}");
        session.Query(sql, [], row =>
        {
            var reader = new RowReader(row, Columns);
            entries.Add(new ChangeEntry(
                reader.Whole("id"), reader.Time("changed_utc"), reader.Text("changed_by"), reader.Text("table_name"),
                reader.Whole("row_id"), reader.Whole("revision"), row[6] as string, row[7] as string));
        });
        return entries;
    }
}
