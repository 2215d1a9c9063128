using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Documents;
using SignalMonitor.Variables.Postgres;
using SignalMonitor.Variables.Sqlite;

namespace SignalMonitor.Variables;

/// <summary>The database that the configuration names.</summary>
public static class VariableDatabase
{
    /// <summary>
    /// A repository on it, or null when there is none by the configuration. Nothing is opened yet.
    /// </summary>
    /// <param name="options">Section Database.</param>
    /// <param name="stateFolder">Where the file is unless configured otherwise.</param>
    /// <param name="time">For the times of edits.</param>
    /// <param name="make">Make a file that is configured and missing, too.</param>
    /// <param name="seed">Fill a database that is made new with the definitions of the reference rig.</param>
    public static IVariableRepository? Open(
        DatabaseOptions options, string stateFolder, TimeProvider time, bool make = false, bool seed = true)
    {
        var rows = seed ? SeedDocument.Rows() : [];
        return options.Provider switch
        {
            DatabaseProvider.Sqlite when options.Path.Length == 0 =>
                new VariableRepository(new SqliteProvider(FileOf(options, stateFolder), make: true), time, rows),
            DatabaseProvider.Sqlite => new VariableRepository(new SqliteProvider(options.Path, make), time, rows),
            DatabaseProvider.Postgres =>
                new VariableRepository(new PostgresProvider(options.ConnectionString), time, rows),
            _ => null,
        };
    }

    /// <summary>The file of sqlite.</summary>
    /// <param name="options">Section Database.</param>
    /// <param name="stateFolder">Where the file is unless configured otherwise.</param>
    public static string FileOf(DatabaseOptions options, string stateFolder) => Path.GetFullPath(
        options.Path.Length > 0 ? options.Path : Path.Combine(stateFolder, DatabaseOptions.DefaultFile));

    /// <summary>
    /// What is wrong with a connection string, without showing it; null = nothing that can be seen without a server.
    /// </summary>
    public static string? FindFault(string connectionString) => PostgresAddress.FindFault(connectionString);
}
