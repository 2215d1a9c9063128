using FuncLibs.Runtime.Diagnostics;
using Microsoft.Data.Sqlite;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>From SQLite's result codes (sqlite.org/rescode.html) to faults.</summary>
internal sealed class SqliteFaults(string name, string path)
{
    /// <summary>The fault of an exception; null = not one of SQLite.</summary>
    public DatabaseException? TryTranslate(Exception exception) =>
        exception is SqliteException e ? TryTranslate(e) : null;

    private DatabaseException TryTranslate(SqliteException e)
    {
        string said = Said(e);
        return e.SqliteErrorCode switch
        {
            raw.SQLITE_BUSY or raw.SQLITE_LOCKED => new(
                DatabaseFaultKind.Locked,
                $"{name} is locked by another process for more than {SqliteProvider.BusyLimit.TotalSeconds} s; end "
                    + $"its transaction "
                    + $"(fuser {path} names it), then try again",
                e),
            raw.SQLITE_READONLY or raw.SQLITE_PERM or raw.SQLITE_AUTH or raw.SQLITE_CANTOPEN => new(
                DatabaseFaultKind.ReadOnly,
                $"{name} is read-only for this user ({said}); give the right to write to the file and its folder, "
                    + $"which reading needs too",
                e),
            raw.SQLITE_NOTADB =>
                new(DatabaseFaultKind.NotOurs, $"{name} is not an SQLite database; name another file, or put a "
                    + "backup in its place", e),
            raw.SQLITE_CORRUPT =>
                new(DatabaseFaultKind.NotOurs, $"{name} is damaged ({said}); put a backup in its place "
                    + "(docs/variables.md, recovery)", e),
            raw.SQLITE_FULL =>
                new(DatabaseFaultKind.Failed, $"{name} cannot grow: the disk is full; free space, then try again", e),
            raw.SQLITE_CONSTRAINT =>
                new(DatabaseFaultKind.Conflict, $"{name} refuses the row ({said}); read it again", e),
            int code => new(DatabaseFaultKind.Failed, $"{name} failed: {said} (SQLite code {code})", e),
        };
    }

    // The library writes: SQLite Error 8: 'attempt to write a readonly database'.
    private static string Said(SqliteException e)
    {
        int from = e.Message.IndexOf('\'', StringComparison.Ordinal) + 1;
        int end = e.Message.LastIndexOf('\'');
        return OneLine.Format(from > 0 && end > from ? e.Message[from..end] : e.Message);
    }
}
