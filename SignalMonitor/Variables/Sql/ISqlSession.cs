namespace SignalMonitor.Variables.Sql;

/// <summary>
/// One open connection, used by one thread. Parameters are written $1, $2 ...; values are text, whole and floating numbers, bool,
/// times in UTC, or null. Every member but <see cref="Rollback"/> throws <see cref="DatabaseException"/>.
/// </summary>
internal interface ISqlSession : IDisposable
{
    /// <summary>False when what was opened is not what lies under the name any more: a file that was replaced or removed.</summary>
    bool IsCurrent { get; }

    /// <summary>True when the database has no tables of anybody; a server may always have some.</summary>
    bool IsEmpty { get; }

    /// <summary>Begins a transaction.</summary>
    void Begin(SqlTransaction kind);

    /// <summary>Makes it last.</summary>
    void Commit();

    /// <summary>Takes it back, if there is one. It never throws: what went wrong before is what counts.</summary>
    void Rollback();

    /// <summary>Runs a statement; returns how many rows it changed.</summary>
    int Execute(string sql, params IReadOnlyList<object?> values);

    /// <summary>Hands out each row of a query; a row is good until the next.</summary>
    void Query(string sql, IReadOnlyList<object?> values, Action<ISqlRow> each);

    /// <summary>Runs statements without parameters; blank lines stand between them, and nowhere in them.</summary>
    void Script(string sql);

    /// <summary>Whether a table of this name is there.</summary>
    bool HasTable(string table);
}
