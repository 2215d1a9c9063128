using System.Data;
using System.Data.Common;
using Npgsql;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Postgres;

/// <summary>A connection to a server, from Npgsql's pool.</summary>
internal sealed class PostgresSession(
    NpgsqlConnection connection, PostgresFaults faults) : SqlSession(connection, faults.TryTranslate)
{
    /// <summary>How long a statement waits for the lock of another session.</summary>
    public const int LockSeconds = 2;

    // Any number, the same in all our programs: "TVAR".
    private const long SchemaLock = 0x54564152;

    private readonly NpgsqlConnection _connection = connection;

    /// <inheritdoc/>
    public override void Begin(SqlTransaction kind)
    {
        base.Begin(kind);

        // Writers queue at the first statement, so none sees the rows of another half done, and none waits for two
        // locks.
        if (kind == SqlTransaction.Write)
            Execute("SELECT revision FROM database_revision WHERE id = 1 FOR UPDATE");
        else if (kind == SqlTransaction.Schema)
            Execute("SELECT pg_advisory_xact_lock($1)", SchemaLock);
    }

    /// <inheritdoc/>
    public override bool HasTable(string table) => Finds("SELECT 1 WHERE to_regclass($1) IS NOT NULL", table);

    /// <summary>Settings of a connection; the pool takes them back.</summary>
    protected override void Prepare() => Execute(FormattableString.Invariant($"SET lock_timeout = '{LockSeconds}s'"));

    /// <inheritdoc/>
    protected override DbTransaction Start(SqlTransaction kind) => _connection.BeginTransaction(
        kind == SqlTransaction.Read ? IsolationLevel.RepeatableRead : IsolationLevel.ReadCommitted);
}
