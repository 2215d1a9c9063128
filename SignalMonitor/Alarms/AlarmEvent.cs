using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>The state of an alarm changed.</summary>
/// <param name="Number">Number of the event, from 1 and on across restarts; one that is missing found the queue
/// full.</param>
/// <param name="Limit">The limit, as it was then.</param>
/// <param name="From">State before.</param>
/// <param name="To">State since.</param>
/// <param name="Cause">What changed it.</param>
/// <param name="Epoch">Epoch of the publisher whose block decided it.</param>
/// <param name="Sequence">That block; of a command the one before.</param>
/// <param name="SampleIndex">Index, among all points of the channel, of the sample that decided it; of a command the
/// first one after it.</param>
/// <param name="UtcNs">When that sample was due; of a command when it was given: UTC ns.</param>
/// <param name="Value">What was compared; of a command at the last crossing. NaN none.</param>
/// <param name="By">Who commanded it; empty for the data.</param>
internal readonly record struct AlarmEvent(
    long Number,
    LimitDefinition Limit,
    AlarmState From,
    AlarmState To,
    AlarmCause Cause,
    ulong Epoch,
    ulong Sequence,
    long SampleIndex,
    long UtcNs,
    double Value,
    string By);

/// <summary>What changed the state of an alarm.</summary>
internal enum AlarmCause : byte
{
    /// <summary>Nothing: no event.</summary>
    Unknown,

    /// <summary>The condition began to count.</summary>
    Raised,

    /// <summary>The condition was over.</summary>
    Cleared,

    /// <summary>An operator acknowledged it.</summary>
    Acknowledged,

    /// <summary>An operator reset it.</summary>
    Reset,

    /// <summary>An operator shelved it.</summary>
    Shelved,

    /// <summary>An operator unshelved it.</summary>
    Unshelved,

    /// <summary>The time of its shelf was over.</summary>
    ShelfOver,

    /// <summary>The limit was edited: its alarm starts over.</summary>
    LimitChanged,

    /// <summary>The limit was removed or disabled.</summary>
    LimitRemoved,
}
