namespace SignalMonitor.Alarms;

/// <summary>State of one alarm, and since when.</summary>
/// <param name="State">Its state.</param>
/// <param name="Under">The state that a shelved alarm would have; otherwise the same.</param>
/// <param name="SinceIndex">Index of the sample since which it has that state.</param>
/// <param name="SinceNs">When that was due, or commanded: UTC ns; 0 never changed.</param>
/// <param name="Value">What was compared at the last crossing; NaN none.</param>
/// <param name="ShelvedUntilNs">When the shelf is over: UTC ns; 0 not shelved.</param>
/// <param name="By">Who commanded the state; empty for the data.</param>
internal readonly record struct AlarmStatus(
    AlarmState State, AlarmState Under, long SinceIndex, long SinceNs, double Value, long ShelvedUntilNs, string By)
{
    /// <summary>Of an alarm that never was.</summary>
    public static AlarmStatus Initial { get; } = new(AlarmState.Normal, AlarmState.Normal, 0, 0, double.NaN, 0, "");

    /// <summary>What is wrong with one that was read; null nothing.</summary>
    public string? Fault
    {
        get
        {
            if (!Enum.IsDefined(State) || !Enum.IsDefined(Under) || Under == AlarmState.Shelved)
                return "has a state that is unknown";
            bool isShelved = State == AlarmState.Shelved;
            if (isShelved != ShelvedUntilNs > 0 || (!isShelved && Under != State))
                return "is shelved and is not";
            return By is { Length: <= AlarmCommand.MaxBy } ? null : "was commanded by somebody without a usable name";
        }
    }
}
