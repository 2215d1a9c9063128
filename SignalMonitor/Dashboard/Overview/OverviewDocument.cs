using System.Text.Json.Serialization;

namespace SignalMonitor.Dashboard.Overview;

/// <summary>The answer of /api/overview (docs/http.md).</summary>
/// <param name="TimeNs">When it was read, UTC ns, on the clock of the monitor.</param>
/// <param name="Rigs">One for each stream, and for each connection that has none yet.</param>
internal sealed record OverviewDocument(
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] long TimeNs, IReadOnlyList<OverviewRig> Rigs);

/// <summary>A rig at one moment.</summary>
/// <param name="Stream">Name of the stream; null before the first.</param>
/// <param name="Station">Site/rig.</param>
/// <param name="Connection">Index of its connection, from 0.</param>
/// <param name="Connector">Where the connector publishes.</param>
/// <param name="State">live, gap, behind, stale, missing, past or replay.</param>
/// <param name="AgeMs">Age of the newest block; -1 before the first.</param>
/// <param name="Delivered">Blocks that were delivered: a page makes the rate of two answers.</param>
/// <param name="Lost">Blocks that were declared lost.</param>
/// <param name="Missing">Blocks that are missing and requested.</param>
/// <param name="Healed">Blocks that were replayed from the journal.</param>
/// <param name="Alarms">Alarms that are not normal and not shelved, the worst severity first.</param>
/// <param name="Run">The open test run; null none.</param>
/// <param name="Fault">What is wrong with its station, in one line; null nothing.</param>
internal sealed record OverviewRig(
    string? Stream,
    string Station,
    int Connection,
    string Connector,
    string State,
    long AgeMs,
    long Delivered,
    long Lost,
    long Missing,
    long Healed,
    IReadOnlyList<OverviewAlarms> Alarms,
    OverviewRun? Run,
    string? Fault);

/// <summary>Alarms of one severity.</summary>
/// <param name="Severity">Its name.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Unacknowledged">How many of them nobody has acknowledged.</param>
internal sealed record OverviewAlarms(string Severity, int Count, int Unacknowledged);

/// <summary>An open test run.</summary>
/// <param name="Name">Its name.</param>
/// <param name="StartedUtc">When it began.</param>
/// <param name="IsRecorded">True while its blocks are recorded.</param>
internal sealed record OverviewRun(
    string Name, DateTimeOffset StartedUtc, [property: JsonPropertyName("recorded")] bool IsRecorded);

/// <summary>Source-generated writer of /api/overview.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(OverviewDocument))]
internal sealed partial class OverviewJson : JsonSerializerContext;
