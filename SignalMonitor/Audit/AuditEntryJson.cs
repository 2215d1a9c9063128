using System.Globalization;
using System.Text.Json;

namespace SignalMonitor.Audit;

/// <summary>An entry as tools read it: without its hashes.</summary>
internal static class AuditEntryJson
{
    /// <summary>Writes it.</summary>
    public static void Write(Utf8JsonWriter json, AuditEntry entry)
    {
        json.WriteStartObject();
        json.WriteNumber("number", entry.Number);
        json.WriteString("utcNs", entry.UtcNs.ToString(CultureInfo.InvariantCulture));
        json.WriteString("who", entry.Action.Who);
        json.WriteString("from", entry.Action.From);
        json.WriteString("action", entry.Action.Action);
        json.WriteString("target", entry.Action.Target);
        json.WriteString("old", entry.Action.Old);
        json.WriteString("new", entry.Action.New);
        json.WriteString("sequence", entry.Action.Sequence?.ToString(CultureInfo.InvariantCulture));
        json.WriteEndObject();
    }
}
