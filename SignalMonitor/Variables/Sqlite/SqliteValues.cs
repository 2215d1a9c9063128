using System.Globalization;
using SignalMonitor.Variables.Tables;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>Parameters: SQLite has no type for yes and no, nor for times.</summary>
internal static class SqliteValues
{
    /// <summary>Binds one; returns SQLite's code.</summary>
    public static int Bind(sqlite3_stmt statement, int index, object? value) => value switch
    {
        null => raw.sqlite3_bind_null(statement, index),
        string text => raw.sqlite3_bind_text(statement, index, text),
        long whole => raw.sqlite3_bind_int64(statement, index, whole),
        double number => raw.sqlite3_bind_double(statement, index, number),
        bool flag => raw.sqlite3_bind_int(statement, index, flag ? 1 : 0),
        DateTimeOffset moment => raw.sqlite3_bind_text(
            statement, index, moment.UtcDateTime.ToString(RowReader.TimeFormat, CultureInfo.InvariantCulture)),
        _ => throw new ArgumentException($"{value.GetType().Name} is no type of a column", nameof(value)),
    };
}
