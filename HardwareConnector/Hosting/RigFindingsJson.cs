using System.Text.Json;
using HardwareConnector.Sources.Watching;

namespace HardwareConnector.Hosting;

/// <summary>What was found at the rig, as JSON; the names are relied on by outside tools (docs/faults.md).</summary>
internal static class RigFindingsJson
{
    private const double NsPerMs = 1e6;

    /// <summary>Writes the member `findings`: one object for each stream of the rig, by its name.</summary>
    public static void Write(Utf8JsonWriter json, IEnumerable<StreamWatch> watches)
    {
        json.WriteStartObject("findings");
        foreach (StreamWatch watch in watches)
        {
            json.WriteStartObject(watch.Name);
            foreach (RigFinding kind in RigFindings.Kinds)
                json.WriteNumber(JsonNamingPolicy.CamelCase.ConvertName(kind.ToString()), watch.Findings.CountOf(kind));
            json.WriteNumber("lastErrorCode", watch.Findings.LastErrorCode);
            json.WriteNumber("bufferPerMille", watch.Findings.BufferPerMille);
            json.WriteNumber("bufferPeakPerMille", watch.Findings.BufferPeakPerMille);
            json.WriteNumber("lastClockStepMs", watch.Findings.LastClockStepNs / NsPerMs);
            json.WriteNumber("clockPpm", Math.Round(watch.Findings.ClockPpm, 1));
            json.WriteStartArray("stuckNow");
            foreach (string column in watch.Stuck)
                json.WriteStringValue(column);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        json.WriteEndObject();
    }
}
