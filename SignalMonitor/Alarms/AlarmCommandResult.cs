namespace SignalMonitor.Alarms;

/// <summary>What became of a command.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Text">The new state, or why it was refused and what to do.</param>
internal readonly record struct AlarmCommandResult(AlarmCommandStatus Status, string Text);

/// <summary>How a command ended.</summary>
internal enum AlarmCommandStatus : byte
{
    /// <summary>No answer.</summary>
    None,

    /// <summary>Done.</summary>
    Done,

    /// <summary>Not possible in this state, or not well formed.</summary>
    Refused,

    /// <summary>No such limit here.</summary>
    NotFound,

    /// <summary>Too many commands wait; try again.</summary>
    Busy,
}
