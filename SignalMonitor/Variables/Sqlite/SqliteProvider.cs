using FuncLibs.Runtime.Diagnostics;
using Microsoft.Data.Sqlite;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Sql;

namespace SignalMonitor.Variables.Sqlite;

/// <summary>A database in one file, with a write-ahead log beside it: readers never wait for a writer.</summary>
/// <param name="path">The file.</param>
/// <param name="make">True: make it, and its folder, when it is not there.</param>
internal sealed class SqliteProvider(string path, bool make) : ISqlProvider
{
    /// <summary>How long a call waits for another process.</summary>
    public static readonly TimeSpan BusyLimit = TimeSpan.FromSeconds(2);

    private readonly string _path = Path.GetFullPath(path);

    // A pool would keep the file open after the session: it could not be replaced then, and its log would stay beside
    // it.
    private readonly SqliteConnectionStringBuilder _settings = new()
    {
        DataSource = Path.GetFullPath(path),
        Mode = make ? SqliteOpenMode.ReadWriteCreate : SqliteOpenMode.ReadWrite,
        Pooling = false,
        DefaultTimeout = (int)BusyLimit.TotalSeconds,
    };

    /// <inheritdoc/>
    public string Name => $"database {_path}";

    /// <inheritdoc/>
    public string Dialect => "sqlite";

    /// <inheritdoc/>
    public SqlSession Open()
    {
        LookBeforeOpening();
        try
        {
            var session =
                new SqliteSession(new SqliteConnection(_settings.ConnectionString), new SqliteFaults(Name, _path));
            session.Open();
            return session;
        }
        catch (TypeInitializationException e)
        {
            throw new DatabaseException(
                DatabaseFaultKind.Failed,
                "SQLite's library e_sqlite3 does not load; put the folder runtimes of this program back beside it, or "
                    + "publish the program "
                    + $"for this kind of machine ({OneLine.Format(e.GetBaseException())})",
                e);
        }
    }

    // SQLite has one code for all of these.
    private void LookBeforeOpening()
    {
        if (Directory.Exists(_path))
            throw new DatabaseException(
                DatabaseFaultKind.NotOurs, $"{Name} is a folder; name a file with Database:Path");
        if (File.Exists(_path))
            return;
        if (!make)
        {
            throw new DatabaseException(
                DatabaseFaultKind.Missing,
                $"{Name} does not exist; correct Database:Path, or make it with: SignalMonitor signals import FILE "
                    + $"--Database:Path "
                    + $"{_path}");
        }

        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_path)!);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new DatabaseException(DatabaseFaultKind.ReadOnly, $"{Name} cannot be made ({OneLine.Format(e)}); "
                + $"choose another "
                + "Database:Path", e);
        }
    }
}
