using System.Text.Json;
using System.Text.Json.Serialization;

namespace SignalMonitor.Notifications;

/// <summary>A target in /health and in the dashboard: `queued` = `sent` + `dropped` + `held`.</summary>
internal sealed record TargetHealth(
    string Name,
    string Target,
    long Queued,
    long Sent,
    long Dropped,
    int Held,
    long Messages,
    long Failures,
    string? Fault,
    long? LastSentNs,
    string? LastTitle)
{
    public static TargetHealth Create(TargetStatus status) => new(
        status.Name,
        status.Description,
        status.Counts.Queued,
        status.Counts.Sent,
        status.Counts.Dropped,
        status.Counts.Held,
        status.Messages,
        status.Failures,
        status.Fault,
        status.LastSentNs == 0 ? null : status.LastSentNs,
        status.LastSentNs == 0 ? null : status.LastTitle);

    /// <summary>Writes a target.</summary>
    public static void Write(Utf8JsonWriter json, TargetStatus status) =>
        JsonSerializer.Serialize(json, Create(status), TargetHealthJson.Default.TargetHealth);
}

/// <summary>Source-generated writer of the state of targets.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(TargetHealth))]
internal sealed partial class TargetHealthJson : JsonSerializerContext;
