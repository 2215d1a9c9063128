namespace SignalMonitor.Alarms;

/// <summary>What an operator does to an alarm.</summary>
internal enum AlarmVerb : byte
{
    /// <summary>None that is known.</summary>
    Unknown,

    /// <summary>I have seen it.</summary>
    Acknowledge,

    /// <summary>Lets a latched alarm go.</summary>
    Reset,

    /// <summary>Silence until a time.</summary>
    Shelve,

    /// <summary>Silence no longer.</summary>
    Unshelve,
}
