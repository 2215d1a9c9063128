using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>The row on which a statement stands.</summary>
internal sealed class SqliteRow(sqlite3_stmt statement) : ISqlRow
{
    /// <inheritdoc/>
    public object? this[int column] => raw.sqlite3_column_type(statement, column) switch
    {
        raw.SQLITE_INTEGER => raw.sqlite3_column_int64(statement, column),
        raw.SQLITE_FLOAT => raw.sqlite3_column_double(statement, column),
        raw.SQLITE_TEXT => raw.sqlite3_column_text(statement, column).utf8_to_string(),
        raw.SQLITE_NULL => null,
        _ => raw.sqlite3_column_blob(statement, column).ToArray(),
    };
}
