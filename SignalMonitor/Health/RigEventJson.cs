using System.Text.Json;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Receiving;

namespace SignalMonitor.Health;

/// <summary>Events of rigs as JSON; the names are relied on by outside tools (docs/faults.md).</summary>
internal static class RigEventJson
{
    /// <summary>Writes the member `rigEvents`: how many came and were missed, and the last of each connection, oldest
    /// first. Nothing while no rig told of anything.</summary>
    public static void Write(Utf8JsonWriter json, IReadOnlyList<RigEventReading> connections)
    {
        long count = connections.Sum(connection => connection.Count);
        long missed = connections.Sum(connection => connection.Missed);
        if (count + missed == 0)
            return;
        json.WriteStartObject("rigEvents");
        json.WriteNumber("count", count);
        json.WriteNumber("missed", missed);
        json.WriteStartArray("last");
        foreach (RigEvent kept in connections.SelectMany(connection => connection.Last))
            Write(json, kept);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, RigEvent kept)
    {
        RigEventPayload notice = kept.Notice;
        json.WriteStartObject();
        json.WriteString("stream", kept.Stream);
        json.WriteString("name", notice.Name);
        json.WriteString("severity", EventSeverityText.NameOf(notice.Severity));
        json.WriteString("channel", notice.Channel);
        json.WriteNumber("epoch", notice.Epoch);
        json.WriteNumber("sequence", notice.Sequence);
        json.WriteNumber("sampleIndex", notice.SampleIndex);
        json.WriteNumber("utcNs", notice.UtcNs);
        json.WriteString("text", notice.Text);
        json.WriteEndObject();
    }
}
