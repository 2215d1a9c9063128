namespace SignalMonitor.Alarms;

/// <summary>
/// The life cycle of an alarm as two pure functions: what data do to it, and what people do. It follows
/// ANSI/ISA-18.2-2016, section 5.3, with one state for its two latched ones: a reset also acknowledges.
/// </summary>
internal static class AlarmCycle
{
    /// <summary>
    /// The state after the condition began or was over. Not for shelved alarms: theirs is the state underneath.
    /// </summary>
    public static AlarmState After(AlarmState state, bool isRaised, bool latch) => (state, isRaised) switch
    {
        (AlarmState.Normal or AlarmState.Returned or AlarmState.Latched, true) => AlarmState.Active,
        (AlarmState.Active, false) => latch ? AlarmState.Latched : AlarmState.Returned,
        (AlarmState.Acknowledged, false) => latch ? AlarmState.Latched : AlarmState.Normal,
        _ => state,
    };

    /// <summary>The state after a command.</summary>
    /// <param name="verb">What is commanded.</param>
    /// <param name="state">The state.</param>
    /// <param name="under">The state underneath, of a shelved alarm.</param>
    /// <param name="next">The state after it.</param>
    /// <returns>Null, or why it is refused and what to do instead.</returns>
    public static string? Command(AlarmVerb verb, AlarmState state, AlarmState under, out AlarmState next)
    {
        AlarmState? after = (verb, state) switch
        {
            (AlarmVerb.Acknowledge, AlarmState.Active) => AlarmState.Acknowledged,
            (AlarmVerb.Acknowledge, AlarmState.Returned) => AlarmState.Normal,
            (AlarmVerb.Reset, AlarmState.Latched) => AlarmState.Normal,
            (AlarmVerb.Shelve, not AlarmState.Shelved) => AlarmState.Shelved,
            (AlarmVerb.Unshelve, AlarmState.Shelved) => under,
            _ => null,
        };
        next = after ?? state;
        return after is null ? Refusal(verb, state) : null;
    }

    private static string Refusal(AlarmVerb verb, AlarmState state) => (verb, state) switch
    {
        (AlarmVerb.Shelve, AlarmState.Shelved) => "it is shelved already; unshelve it first to shelve it again",
        (_, AlarmState.Shelved) => "it is shelved; unshelve it first",
        (AlarmVerb.Unshelve, _) => "it is not shelved",
        (AlarmVerb.Acknowledge, AlarmState.Latched) => "its condition is over and it latches; reset it",
        (AlarmVerb.Reset, AlarmState.Active or AlarmState.Acknowledged) =>
            "its condition still holds; reset it when that is over",
        (AlarmVerb.Reset, AlarmState.Returned) => "it does not latch; acknowledge it",
        (AlarmVerb.Acknowledge, AlarmState.Acknowledged) => "it is acknowledged already",
        (AlarmVerb.Acknowledge or AlarmVerb.Reset, AlarmState.Normal) => "there is no alarm",
        _ => "there is no such command; the commands are acknowledge, reset, shelve and unshelve",
    };
}
