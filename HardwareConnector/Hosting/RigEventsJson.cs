using System.Text.Json;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Publishing;
using HardwareConnector.Sources;

namespace HardwareConnector.Hosting;

/// <summary>Events of a rig, as JSON; the names are relied on by outside tools (docs/faults.md).</summary>
internal static class RigEventsJson
{
    /// <summary>Writes the member `events`: what became of them, and the last ones, oldest first.</summary>
    public static void Write(Utf8JsonWriter json, RigEventCounts counts, IEnumerable<PublishedEvent> last)
    {
        json.WriteStartObject("events");
        json.WriteNumber("taken", counts.Taken);
        json.WriteNumber("unusable", counts.Unusable);
        json.WriteNumber("lost", counts.Lost);
        json.WriteString("lastFault", counts.LastFault);
        json.WriteStartArray("last");
        foreach (PublishedEvent published in last)
            Write(json, published);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, PublishedEvent published)
    {
        RigEventPayload notice = published.Notice;
        json.WriteStartObject();
        json.WriteNumber("n", notice.Number);
        json.WriteString("stream", published.Stream);
        json.WriteString("name", notice.Name);
        json.WriteString("severity", EventSeverityText.NameOf(notice.Severity));
        json.WriteString("channel", notice.Channel);
        json.WriteNumber("sequence", notice.Sequence);
        json.WriteNumber("sampleIndex", notice.SampleIndex);
        json.WriteNumber("utcNs", notice.UtcNs);
        json.WriteString("text", notice.Text);
        json.WriteEndObject();
    }
}
