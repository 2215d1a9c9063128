namespace SignalMonitor.Variables.Sql;

/// <summary>
/// A kind of database. The SQL of the repository is the same for all; the numbered scripts of the tables are the
/// provider's.
/// </summary>
internal interface ISqlProvider
{
    /// <summary>How the database is called in messages: a path, or server and name. No password.</summary>
    string Name { get; }

    /// <summary>Folder of its scripts.</summary>
    string Dialect { get; }

    /// <summary>Opens a connection.</summary>
    /// <exception cref="DatabaseException">It cannot be opened.</exception>
    SqlSession Open();
}
