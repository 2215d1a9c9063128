using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>Turns events into what is sent of them.</summary>
internal static class AlarmPayloads
{
    /// <summary>The payload of an event frame. Allocates: for the thread that publishes.</summary>
    /// <param name="made">The event.</param>
    /// <param name="stream">Number of the stream that the variable belongs to.</param>
    public static AlarmPayload From(in AlarmEvent made, uint stream) => new(
        made.Number,
        stream,
        made.Epoch,
        made.Sequence,
        made.SampleIndex,
        made.UtcNs,
        made.Limit.Variable,
        LimitNames.NameOf(made.Limit.Severity),
        AlarmNames.Get(made.From),
        AlarmNames.Get(made.To),
        AlarmNames.Get(made.Cause),
        made.Value,
        made.Limit.Id,
        made.Limit.Revision,
        made.By,
        AlarmText.Format(made));
}
