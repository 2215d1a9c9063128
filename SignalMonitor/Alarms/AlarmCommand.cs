namespace SignalMonitor.Alarms;

/// <summary>What was seen of an alarm when a command was given.</summary>
/// <param name="Alarm">The alarm; null when its limit was not watched.</param>
/// <param name="Raises">How often it had been raised.</param>
internal readonly record struct AlarmSeen(Alarm? Alarm, long Raises);

/// <summary>A command to one alarm.</summary>
/// <param name="Limit">Id of the limit.</param>
/// <param name="Verb">What to do.</param>
/// <param name="By">Who: 1 to 64 characters, none of them a control character.</param>
/// <param name="UtcNs">When it was given: UTC ns.</param>
/// <param name="UntilNs">When a shelf is over: UTC ns; 0 for the other commands.</param>
internal sealed record AlarmCommand(long Limit, AlarmVerb Verb, string By, long UtcNs, long UntilNs = 0)
{
    /// <summary>Longest name of who commands.</summary>
    public const int MaxBy = 64;

    /// <summary>Longest shelf in ns: a week. An alarm to be shelved for longer is a limit to edit (ISA-18.2
    /// requests a limit in time).</summary>
    public const long MaxShelfNs = 7L * 86_400 * 1_000_000_000;

    /// <summary>What is wrong with it; null when it can be executed.</summary>
    public string? Fault
    {
        get
        {
            if (string.IsNullOrWhiteSpace(By) || By.Length > MaxBy || By.Any(char.IsControl))
                return $"who commands it must be 1 to {MaxBy} characters without control characters";
            if (Verb != AlarmVerb.Shelve)
                return UntilNs == 0 ? null : "only a shelf has an end; leave it out";
            return UntilNs > UtcNs && UntilNs - UtcNs <= MaxShelfNs
                ? null
                : "a shelf must end later than now, and within 7 days";
        }
    }
}

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
