using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>A connection to a file.</summary>
internal sealed class SqliteSession(
    SqliteConnection connection, SqliteFaults faults) : SqlSession(connection, faults.TryTranslate)
{
    // Nothing of ours is longer; a damaged file must not take a gigabyte of memory.
    private const int LongestValue = 4 << 20;
    private const int LimitLength = 0;

    private readonly SqliteConnection _connection = connection;

    /// <inheritdoc/>
    public override bool IsCurrent => !SqliteFile.HasMoved(_connection.Handle!);

    /// <inheritdoc/>
    public override bool IsEmpty => !Finds("SELECT 1 FROM sqlite_master LIMIT 1");

    /// <inheritdoc/>
    public override bool HasTable(string table) =>
        Finds("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1", table);

    /// <summary>
    /// Settings of a connection. A file may come from anywhere: its functions and views are not trusted.
    /// </summary>
    protected override void Prepare()
    {
        _ = raw.sqlite3_limit(_connection.Handle, LimitLength, LongestValue);

        // SQLite waits in steps from 1 ms; Microsoft.Data.Sqlite alone tries again each 150 ms.
        Execute(FormattableString.Invariant($"PRAGMA busy_timeout = {SqliteProvider.BusyLimit.TotalMilliseconds}"));

        // The first look at the file: whether it is a database at all.
        string mode = "";
        Query("PRAGMA journal_mode", [], row => mode = row[0] as string ?? "");
        Execute("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF");
        if (mode != "wal")
            KeepLogBeside();
    }

    /// <inheritdoc/>
    protected override DbTransaction Start(SqlTransaction kind) =>
        _connection.BeginTransaction(deferred: kind == SqlTransaction.Read);

    /// <summary>SQLite has no type for times.</summary>
    protected override void Bind(DbParameter parameter, int number, object? value)
    {
        parameter.ParameterName = FormattableString.Invariant($"${number}");
        base.Bind(parameter, number, value is DateTimeOffset moment
            ? moment.UtcDateTime.ToString(RowReader.TimeFormat, CultureInfo.InvariantCulture) : value);
    }

    // Kept in the file, so requested once for the file. Another process that is just now in the file may be in the way:
    // then next time.
    private void KeepLogBeside()
    {
        try
        {
            Execute("PRAGMA journal_mode = WAL");
        }
        catch (DatabaseException)
        {
        }
    }
}
