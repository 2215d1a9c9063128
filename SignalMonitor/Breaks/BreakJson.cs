using System.Text.Json;

namespace SignalMonitor.Breaks;

/// <summary>Break triggers as JSON; the names are relied on by outside tools (docs/alarms.md).</summary>
internal static class BreakJson
{
    /// <summary>The members <c>breaks</c> and <c>captures</c> of health; nothing without break triggers.</summary>
    public static void Write(Utf8JsonWriter json, BreakStatus? status)
    {
        if (status is null)
            return;
        json.WriteStartArray("breaks");
        foreach (BreakTriggerStatus one in status.Breaks)
            Write(json, one);
        json.WriteEndArray();
        json.WriteStartObject("captures");
        json.WriteNumber("written", status.Captures.Written);
        json.WriteNumber("failed", status.Captures.Failed);
        json.WriteNumber("waiting", status.Captures.Waiting);
        json.WriteString("fault", status.Captures.Fault);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, BreakTriggerStatus one)
    {
        json.WriteStartObject();
        json.WriteString("name", one.Name);
        json.WriteString("channel", one.Channel);
        json.WriteString("stream", one.Stream);
        json.WriteString("state", one.Fault is not null ? "unwatched" : one.IsArmed ? "armed" : "broken");
        json.WriteString("fault", one.Fault);
        json.WriteNumber("found", one.Found);
        json.WriteNumber("sampleIndex", one.SampleIndex);
        json.WriteNumber("utcNs", one.UtcNs);
        json.WriteEndObject();
    }
}
