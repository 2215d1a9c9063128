using System.Data;
using Npgsql;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Postgres;

/// <summary>A connection to a server, from Npgsql's pool.</summary>
internal sealed class PostgresSession(NpgsqlConnection connection, PostgresFaults faults) : ISqlSession
{
    /// <summary>How long a statement waits for the lock of another session.</summary>
    public const int LockSeconds = 2;

    // Any number, the same in all our programs: "TVAR".
    private const long SchemaLock = 0x54564152;

    private NpgsqlTransaction? _transaction;

    /// <inheritdoc/>
    public bool IsCurrent => true;

    /// <inheritdoc/>
    public bool IsEmpty => true;

    /// <summary>Settings of a connection; the pool takes them back.</summary>
    public void Prepare() => Script(FormattableString.Invariant($"SET lock_timeout = '{LockSeconds}s'"));

    /// <inheritdoc/>
    public void Begin(SqlTransaction kind)
    {
        Guard(() =>
        {
            _transaction = connection.BeginTransaction(
                kind == SqlTransaction.Read ? IsolationLevel.RepeatableRead : IsolationLevel.ReadCommitted);
            return 0;
        });

        // Writers queue at the first statement, so none sees the rows of another half done, and none waits for two locks.
        if (kind == SqlTransaction.Write)
            Script("SELECT revision FROM database_revision WHERE id = 1 FOR UPDATE");
        else if (kind == SqlTransaction.Schema)
            Script(FormattableString.Invariant($"SELECT pg_advisory_xact_lock({SchemaLock})"));
    }

    /// <inheritdoc/>
    public void Commit() => Guard(() =>
    {
        _transaction!.Commit();
        End();
        return 0;
    });

    /// <inheritdoc/>
    public void Rollback()
    {
        try
        {
            _transaction?.Rollback();
        }
        catch (Exception e) when (PostgresFaults.IsOurs(e) || e is InvalidOperationException)
        {
            // The server takes it back by itself when the connection is gone.
        }

        End();
    }

    /// <inheritdoc/>
    public int Execute(string sql, params IReadOnlyList<object?> values) => Guard(() =>
    {
        using NpgsqlBatch command = Command(sql, values);
        return command.ExecuteNonQuery();
    });

    /// <inheritdoc/>
    public void Query(string sql, IReadOnlyList<object?> values, Action<ISqlRow> each) => Guard(() =>
    {
        using NpgsqlBatch command = Command(sql, values);
        using NpgsqlDataReader reader = command.ExecuteReader();
        var row = new PostgresRow(reader);
        while (reader.Read())
            each(row);
        return 0;
    });

    /// <inheritdoc/>
    public void Script(string sql)
    {
        foreach (string statement in sql.Split("\n\n", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
            Execute(statement);
    }

    /// <inheritdoc/>
    public bool HasTable(string table)
    {
        bool found = false;
        Query("SELECT to_regclass($1) IS NOT NULL", [table], row => found = row[0] is true);
        return found;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Rollback();
        connection.Dispose();
    }

    private NpgsqlBatch Command(string sql, IReadOnlyList<object?> values)
    {
        var statement = new NpgsqlBatchCommand(sql);
        foreach (object? value in values)
            statement.Parameters.Add(new NpgsqlParameter { Value = value ?? DBNull.Value });
        return new NpgsqlBatch(connection, _transaction) { BatchCommands = { statement } };
    }

    private T Guard<T>(Func<T> work)
    {
        try
        {
            return work();
        }
        catch (Exception e) when (PostgresFaults.IsOurs(e))
        {
            throw faults.Of(e);
        }
    }

    private void End()
    {
        _transaction?.Dispose();
        _transaction = null;
    }
}
