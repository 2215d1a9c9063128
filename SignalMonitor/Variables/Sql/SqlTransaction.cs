namespace SignalMonitor.Variables.Sql;

/// <summary>What a transaction is for.</summary>
internal enum SqlTransaction
{
    /// <summary>Reading: every query sees the same moment.</summary>
    Read,

    /// <summary>Editing: one writer at a time, and it sees what the one before wrote.</summary>
    Write,

    /// <summary>Making or changing tables: as writing, and before there is a table to lock.</summary>
    Schema,
}
