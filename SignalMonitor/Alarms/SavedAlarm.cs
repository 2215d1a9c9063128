using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>One alarm as it is saved.</summary>
/// <param name="Limit">The limit as it was then: an edit that came meanwhile shows.</param>
/// <param name="Standing">Where it stood.</param>
/// <param name="Memory">What its condition remembers, as <see cref="Alarm.Save"/> writes it; base64 in JSON.</param>
internal sealed record SavedAlarm(LimitDefinition Limit, AlarmStatus Standing, byte[] Memory)
{
    /// <summary>Most bytes that a condition remembers.</summary>
    public const int MaxMemory = 1024;
}
