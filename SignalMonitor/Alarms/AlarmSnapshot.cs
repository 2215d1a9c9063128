using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>One alarm as a reader sees it.</summary>
/// <param name="Limit">What is watched.</param>
/// <param name="Standing">Where it stands.</param>
internal readonly record struct AlarmSnapshot(LimitDefinition Limit, AlarmStatus Standing);
