using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.Run;

/// <summary>Latency from block due time to derived value ready, in microseconds.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="P999">99.9th percentile.</param>
/// <param name="Max">The longest.</param>
public sealed record LatencySummary(
    [property: JsonPropertyName("p50")] double P50,
    [property: JsonPropertyName("p99")] double P99,
    [property: JsonPropertyName("p999")] double P999,
    [property: JsonPropertyName("max")] double Max);
