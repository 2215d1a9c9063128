using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>A connection to a file.</summary>
internal sealed class SqliteSession(sqlite3 connection, SqliteFaults faults) : ISqlSession
{
    private bool _inTransaction;

    /// <inheritdoc/>
    public bool IsCurrent => !SqliteLibrary.HasMoved(connection);

    /// <inheritdoc/>
    public bool IsEmpty => !Finds("SELECT 1 FROM sqlite_master LIMIT 1");

    /// <summary>Settings of a connection. A file may come from anywhere: its functions and views are not trusted.</summary>
    public void Prepare()
    {
        // The first look at the file: whether it is a database at all.
        string mode = "";
        Query("PRAGMA journal_mode", [], row => mode = row[0] as string ?? "");
        Script("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF;");

        // Kept in the file, so asked for once in its life. Another process that is just now in the file may be in the way: then next time.
        if (mode != "wal")
            _ = raw.sqlite3_exec(connection, "PRAGMA journal_mode = WAL");
    }

    /// <inheritdoc/>
    public void Begin(SqlTransaction kind)
    {
        Script(kind == SqlTransaction.Read ? "BEGIN" : "BEGIN IMMEDIATE");
        _inTransaction = true;
    }

    /// <inheritdoc/>
    public void Commit()
    {
        Script("COMMIT");
        _inTransaction = false;
    }

    /// <inheritdoc/>
    public void Rollback()
    {
        if (_inTransaction)
            _ = raw.sqlite3_exec(connection, "ROLLBACK");
        _inTransaction = false;
    }

    /// <inheritdoc/>
    public int Execute(string sql, params IReadOnlyList<object?> values)
    {
        Query(sql, values, _ => { });
        return raw.sqlite3_changes(connection);
    }

    /// <inheritdoc/>
    public void Query(string sql, IReadOnlyList<object?> values, Action<ISqlRow> each)
    {
        Check(raw.sqlite3_prepare_v2(connection, sql, out sqlite3_stmt statement));
        using (statement)
        {
            for (int i = 0; i < values.Count; i++)
            {
                int index = raw.sqlite3_bind_parameter_index(statement, FormattableString.Invariant($"${i + 1}"));
                Check(SqliteValues.Bind(statement, index, values[i]));
            }

            var row = new SqliteRow(statement);
            int code;
            while ((code = raw.sqlite3_step(statement)) == raw.SQLITE_ROW)
                each(row);
            if (code != raw.SQLITE_DONE)
                throw faults.Of(connection);
        }
    }

    /// <inheritdoc/>
    public void Script(string sql) => Check(raw.sqlite3_exec(connection, sql));

    /// <inheritdoc/>
    public bool HasTable(string table) => Finds("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", table);

    /// <inheritdoc/>
    public void Dispose()
    {
        Rollback();
        connection.Dispose();
    }

    private bool Finds(string sql, params object?[] values)
    {
        bool found = false;
        Query(sql, values, _ => found = true);
        return found;
    }

    private void Check(int code)
    {
        if (code != raw.SQLITE_OK)
            throw faults.Of(connection);
    }
}
