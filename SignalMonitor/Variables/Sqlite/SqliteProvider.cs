using FuncLibs.Diagnostics;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;
using SQLitePCL;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>A database in one file, with a write-ahead log beside it: readers never wait for a writer.</summary>
/// <param name="path">The file.</param>
/// <param name="make">True: make it, and its folder, when it is not there.</param>
internal sealed class SqliteProvider(string path, bool make) : ISqlProvider
{
    /// <summary>How long a call waits for another process.</summary>
    public static readonly TimeSpan BusyLimit = TimeSpan.FromSeconds(2);

    // Nothing of ours is longer; a damaged file must not ask for a gigabyte.
    private const int LongestValue = 4 << 20;
    private const int LimitLength = 0;

    private readonly string _path = Path.GetFullPath(path);

    /// <inheritdoc/>
    public string Name => $"database {_path}";

    /// <inheritdoc/>
    public string Dialect => "sqlite";

    /// <inheritdoc/>
    public ISqlSession Open()
    {
        SqliteLibrary.Ensure();
        LookBeforeOpening();
        int flags = raw.SQLITE_OPEN_READWRITE | raw.SQLITE_OPEN_NOMUTEX | (make ? raw.SQLITE_OPEN_CREATE : 0);
        int code = raw.sqlite3_open_v2(_path, out sqlite3 connection, flags, null);
        var faults = new SqliteFaults(Name, _path);
        var session = new SqliteSession(connection, faults);
        try
        {
            if (code != raw.SQLITE_OK)
                throw faults.Of(connection);
            raw.sqlite3_extended_result_codes(connection, 1);
            raw.sqlite3_busy_timeout(connection, (int)BusyLimit.TotalMilliseconds);
            raw.sqlite3_limit(connection, LimitLength, LongestValue);
            session.Prepare();
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    // SQLite has one code for all of these.
    private void LookBeforeOpening()
    {
        if (Directory.Exists(_path))
            throw new DatabaseException(DatabaseFaultKind.NotOurs, $"{Name} is a folder; name a file with Database:Path");
        if (File.Exists(_path))
            return;
        if (!make)
        {
            throw new DatabaseException(
                DatabaseFaultKind.Missing,
                $"{Name} does not exist; correct Database:Path, or make it with: SignalMonitor signals import FILE --Database:Path "
                    + $"{_path}");
        }

        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new DatabaseException(DatabaseFaultKind.ReadOnly, $"{Name} cannot be made ({OneLine.Of(e)}); choose another "
                + "Database:Path", e);
        }
    }
}
