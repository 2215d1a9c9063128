namespace SignalMonitor.Variables.Database;

/// <summary>Why the database did not do what was asked.</summary>
public enum DatabaseFaultKind
{
    /// <summary>Something else; the text says what the database said.</summary>
    Failed,

    /// <summary>There is no such database.</summary>
    Missing,

    /// <summary>Another process holds it, longer than is waited for.</summary>
    Locked,

    /// <summary>This user may read it at most.</summary>
    ReadOnly,

    /// <summary>A newer program has changed its tables.</summary>
    NewerSchema,

    /// <summary>It is something else, or damaged.</summary>
    NotOurs,

    /// <summary>The server does not answer, or does not let this user in.</summary>
    Unreachable,

    /// <summary>Somebody else changed the row since it was read, or a row of this key is there already.</summary>
    Conflict,
}
