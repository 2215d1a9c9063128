namespace SignalMonitor.Variables.Verbs;

/// <summary>Whether an edit wants the row to be there already.</summary>
internal enum RowCondition
{
    /// <summary>It is added or changed.</summary>
    Any,

    /// <summary>It must not be there.</summary>
    New,

    /// <summary>It must be there.</summary>
    There,
}
