using System.Diagnostics.CodeAnalysis;
using Microsoft.Data.Sqlite;

namespace SignalMonitor.Tests.Variables;

/// <summary>
/// What another program does to a database: SQL by hand, or a lock that is held. It shares the library of the code
/// under test: with two in one process, each would drop the locks of the other when it closes a file.
/// </summary>
internal sealed class SqliteShell : IDisposable
{
    private readonly SqliteConnection _connection;

    /// <summary>Opens a file, and makes it when it is not there.</summary>
    public SqliteShell(string path)
    {
        _connection = new SqliteConnection(
            new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ConnectionString);
        _connection.Open();
    }

    /// <summary>Runs statements on a file.</summary>
    public static void Run(string path, string sql)
    {
        using var shell = new SqliteShell(path);
        shell.Run(sql);
    }

    /// <summary>Runs statements.</summary>
    [SuppressMessage("Security", "CA2100", Justification = "The SQL is that of a test.")]
    public void Run(string sql)
    {
        using SqliteCommand command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <inheritdoc/>
    public void Dispose() => _connection.Dispose();
}
