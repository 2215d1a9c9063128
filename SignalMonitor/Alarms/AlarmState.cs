namespace SignalMonitor.Alarms;

/// <summary>
/// State of an alarm, after ANSI/ISA-18.2-2016 (IEC 62682), section 5.3. docs/alarms.md draws the transitions.
/// </summary>
internal enum AlarmState : byte
{
    /// <summary>The condition does not hold; nothing has to be done.</summary>
    Normal,

    /// <summary>The condition holds and is not acknowledged.</summary>
    Active,

    /// <summary>The condition holds and somebody has acknowledged it.</summary>
    Acknowledged,

    /// <summary>The condition is over, and was not acknowledged.</summary>
    Returned,

    /// <summary>The condition is over; the limit latches, so the alarm stays until it is reset.</summary>
    Latched,

    /// <summary>Put aside by an operator until a time: the condition is watched on in silence.</summary>
    Shelved,
}
