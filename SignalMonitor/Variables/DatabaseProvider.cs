namespace SignalMonitor.Variables;

/// <summary>Kinds of database.</summary>
public enum DatabaseProvider
{
    /// <summary>A file.</summary>
    Sqlite,

    /// <summary>A server.</summary>
    Postgres,

    /// <summary>No variables, limits and test runs.</summary>
    None,
}
