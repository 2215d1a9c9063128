using System.Net.Sockets;
using FuncLibs.Runtime.Diagnostics;
using Npgsql;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Postgres;

/// <summary>From Npgsql's exceptions and the codes of the server (PostgreSQL, appendix A) to faults.</summary>
internal sealed class PostgresFaults(string name)
{
    /// <summary>The fault of an exception; null = not one that a server, or the way to it, may cause.</summary>
    public DatabaseException? TryTranslate(Exception e) => e switch
    {
        PostgresException server => TryTranslate(server),
        InvalidCastException =>
            new(DatabaseFaultKind.NotOurs, $"{name} has a column of another type ({OneLine.Format(e)}); put the "
                + "tables of docs/variables.md in place", e),
        NpgsqlException or SocketException or TimeoutException or IOException => new(
            DatabaseFaultKind.Unreachable,
            $"{name} does not answer ({OneLine.Format(e.InnerException ?? e)}); start the server, or correct "
                + $"Database:ConnectionString", e),
        _ => null,
    };

    private DatabaseException TryTranslate(PostgresException e) => e.SqlState switch
    {
        PostgresErrorCodes.InvalidCatalogName =>
            new(DatabaseFaultKind.Missing, $"{name} does not exist; make it with createdb, or "
                + "correct Database:ConnectionString", e),
        PostgresErrorCodes.InvalidPassword or PostgresErrorCodes.InvalidAuthorizationSpecification => new(
            DatabaseFaultKind.Unreachable, $"{name} refuses this user ({OneLine.Format(e.MessageText)}); correct user "
                + $"or password in "
                + "Database:ConnectionString", e),
        PostgresErrorCodes.LockNotAvailable or PostgresErrorCodes.DeadlockDetected
            or PostgresErrorCodes.SerializationFailure => new(
            DatabaseFaultKind.Locked, $"{name} is locked by another session for more than "
                + $"{PostgresSession.LockSeconds} s; end its "
                + "transaction (pg_stat_activity names it), then try again", e),
        PostgresErrorCodes.ReadOnlySqlTransaction or PostgresErrorCodes.InsufficientPrivilege => new(
            DatabaseFaultKind.ReadOnly, $"{name} is read-only for this user ({OneLine.Format(e.MessageText)}); grant "
                + $"it the rights, or "
                + "use the primary server", e),
        PostgresErrorCodes.UniqueViolation =>
            new(DatabaseFaultKind.Conflict, $"{name} refuses the row ({OneLine.Format(e.MessageText)}); "
                + "read it again", e),
        _ =>
            new(DatabaseFaultKind.Failed, $"{name} failed: {OneLine.Format(e.MessageText)} (SQLSTATE {e.SqlState})", e),
    };
}
