using FuncLibs.Diagnostics;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>From SQLite's result codes (sqlite.org/rescode.html) to faults.</summary>
internal sealed class SqliteFaults(string name, string path)
{
    private const int PrimaryCode = 0xFF;

    /// <summary>The last failure of a connection.</summary>
    public DatabaseException Of(sqlite3 connection)
    {
        int code = raw.sqlite3_extended_errcode(connection) & PrimaryCode;
        string said = OneLine.Of(raw.sqlite3_errmsg(connection).utf8_to_string());
        return code switch
        {
            raw.SQLITE_BUSY or raw.SQLITE_LOCKED => new(
                DatabaseFaultKind.Locked,
                $"{name} is locked by another process for more than {SqliteProvider.BusyLimit.TotalSeconds} s; end its transaction "
                    + $"(fuser {path} names it), then try again"),
            raw.SQLITE_READONLY or raw.SQLITE_PERM or raw.SQLITE_AUTH or raw.SQLITE_CANTOPEN => new(
                DatabaseFaultKind.ReadOnly,
                $"{name} is read-only for this user ({said}); give the right to write to the file and its folder, which reading needs too"),
            raw.SQLITE_NOTADB => new(DatabaseFaultKind.NotOurs, $"{name} is not an SQLite database; name another file, or put a "
                + "backup in its place"),
            raw.SQLITE_CORRUPT => new(DatabaseFaultKind.NotOurs, $"{name} is damaged ({said}); put a backup in its place "
                + "(docs/variables.md, recovery)"),
            raw.SQLITE_FULL => new(DatabaseFaultKind.Failed, $"{name} cannot grow: the disk is full; free space, then try again"),
            raw.SQLITE_CONSTRAINT => new(DatabaseFaultKind.Conflict, $"{name} refuses the row ({said}); read it again"),
            _ => new(DatabaseFaultKind.Failed, $"{name} failed: {said} (SQLite code {code})"),
        };
    }
}
