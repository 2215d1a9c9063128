namespace SignalMonitor.Alarms;

/// <summary>What changed the state of an alarm.</summary>
internal enum AlarmCause : byte
{
    /// <summary>Nothing: no event.</summary>
    Unknown,

    /// <summary>The condition began to count.</summary>
    Raised,

    /// <summary>The condition was over.</summary>
    Cleared,

    /// <summary>Somebody acknowledged it.</summary>
    Acknowledged,

    /// <summary>Somebody reset it.</summary>
    Reset,

    /// <summary>Somebody shelved it.</summary>
    Shelved,

    /// <summary>Somebody unshelved it.</summary>
    Unshelved,

    /// <summary>The time of its shelf was over.</summary>
    ShelfOver,

    /// <summary>The limit was edited: its alarm begins anew.</summary>
    LimitChanged,

    /// <summary>The limit was removed or disabled.</summary>
    LimitRemoved,
}
