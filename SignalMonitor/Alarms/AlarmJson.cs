using System.Text.Json;
using FuncLibs.Signals.Limits;
using SignalMonitor.Formatting;

namespace SignalMonitor.Alarms;

/// <summary>Alarms and events as JSON; docs/alarms.md names the members. Numbers that are not finite, which JSON has
/// not, are strings.</summary>
internal static class AlarmJson
{
    /// <summary>
    /// Writes <c>{stream, publisher, past?, events: {offered, taken, dropped, held}, alarms: [...]}</c>.
    /// </summary>
    public static void Write(
        Utf8JsonWriter json,
        string stream,
        Guid publisher,
        IReadOnlyList<AlarmSnapshot> alarms,
        AlarmEvents events,
        bool past = false)
    {
        json.WriteStartObject();
        json.WriteString("stream", stream);
        json.WriteString("publisher", publisher);
        if (past)
            json.WriteBoolean("past", true);
        json.WriteStartObject("events");
        json.WriteNumber("offered", events.Offered);
        json.WriteNumber("taken", events.Taken);
        json.WriteNumber("dropped", events.Dropped);
        json.WriteNumber("held", events.Held);
        json.WriteEndObject();
        json.WriteStartArray("alarms");
        foreach (AlarmSnapshot alarm in alarms)
            Write(json, alarm);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    /// <summary>Writes one event.</summary>
    public static void Write(Utf8JsonWriter json, in AlarmEvent made)
    {
        json.WriteStartObject();
        json.WriteNumber("n", made.Number);
        json.WriteNumber("limit", made.Limit.Id);
        json.WriteNumber("revision", made.Limit.Revision);
        json.WriteString("variable", made.Limit.Variable);
        json.WriteString("severity", LimitNames.Of(made.Limit.Severity));
        json.WriteString("from", AlarmNames.Of(made.From));
        json.WriteString("state", AlarmNames.Of(made.To));
        json.WriteString("cause", AlarmNames.Of(made.Cause));
        json.WriteNumber("epoch", made.Epoch);
        json.WriteNumber("sequence", made.Sequence);
        json.WriteNumber("sampleIndex", made.SampleIndex);
        json.WriteNumber("utcNs", made.UtcNs);
        ValueJson.Write(json, "value", made.Value);
        json.WriteString("by", made.By);
        json.WriteString("text", AlarmText.Of(made));
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, in AlarmSnapshot alarm)
    {
        (LimitDefinition limit, AlarmStatus standing) = (alarm.Limit, alarm.Standing);
        json.WriteStartObject();
        json.WriteNumber("limit", limit.Id);
        json.WriteNumber("revision", limit.Revision);
        json.WriteString("variable", limit.Variable);
        json.WriteString("kind", LimitNames.Of(limit.Kind));
        json.WriteNumber("value1", limit.Value);
        json.WriteNumber("value2", limit.Value2);
        json.WriteString("unit", limit.ValueUnit);
        json.WriteString("severity", LimitNames.Of(limit.Severity));
        json.WriteBoolean("latch", limit.Latch);
        json.WriteString("state", AlarmNames.Of(standing.State));
        json.WriteString("under", AlarmNames.Of(standing.Under));
        json.WriteNumber("sinceIndex", standing.SinceIndex);
        json.WriteNumber("sinceUtcNs", standing.SinceNs);
        ValueJson.Write(json, "value", standing.Value);
        json.WriteNumber("shelvedUntilUtcNs", standing.ShelvedUntilNs);
        json.WriteString("by", standing.By);
        json.WriteEndObject();
    }
}
