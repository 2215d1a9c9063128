using System.Text.Json.Serialization;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Hosting.Summaries;

/// <summary>Summary of a run of HardwareConnector.</summary>
public sealed record ConnectorSummary
{
    /// <summary>Published blocks, one entry per data stream.</summary>
    public IReadOnlyList<PublishedStreamSummary> Streams { get; init; } = [];

    /// <summary>The ZeroMQ library, name and version; empty for none.</summary>
    public string Transport { get; init; } = "";

    /// <summary>Resource usage.</summary>
    public WindowUsage Usage { get; init; } = new();
}

/// <summary>Last sequence of one data stream in one epoch.</summary>
/// <param name="StreamId">The stream.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Last">Last sequence, from its end-of-stream heartbeat; 0 = none.</param>
public sealed record PublishedStreamSummary(uint StreamId, ulong Epoch, ulong Last);

/// <summary>Summary of a run of SignalMonitor, from the end of warm-up on.</summary>
public sealed record MonitorSummary
{
    /// <summary>The accounts, one per data stream and epoch.</summary>
    public IReadOnlyList<DeliveredStream> Streams { get; init; } = [];

    /// <summary>Seconds from the first delivered block to the last; the rate comes from it.</summary>
    public double Seconds { get; init; }

    /// <summary>Latencies of all streams.</summary>
    public LatencySummary LatencyUs { get; init; } = new(0, 0, 0, 0);

    /// <summary>The same latencies as a histogram, of all connections together; empty for none.</summary>
    public IReadOnlyList<LatencyBucket> Latencies { get; init; } = [];

    /// <summary>
    /// Blocks that have no latency although they were computed: out of a journal, or of a backlog at a broker.
    /// </summary>
    public long LatenciesLeftOut { get; init; }

    /// <summary>The connector clock with the largest uncertainty; null when none is known.</summary>
    public ClockSummary? Clock { get; init; }

    /// <summary>The ZeroMQ library, name and version; empty for none.</summary>
    public string Transport { get; init; } = "";

    /// <summary>Resource usage.</summary>
    public WindowUsage Usage { get; init; } = new();
}

/// <summary>Offset of a connector's clock at the end, in microseconds.</summary>
/// <param name="OffsetUs">Connector minus monitor.</param>
/// <param name="BoundUs">Uncertainty of the offset.</param>
/// <param name="LatencyErrorUs">Resulting uncertainty of the run's latencies; null when clock steps left it
/// unknown.</param>
/// <param name="Steps">Steps of either clock since the start, announced or detected.</param>
public sealed record ClockSummary(double OffsetUs, double BoundUs, double? LatencyErrorUs, long Steps);

/// <summary>The account of one data stream in one epoch at a consumer, from the end of warm-up on.</summary>
public sealed record DeliveredStream
{
    /// <summary>Number of the stream.</summary>
    public uint StreamId { get; init; }

    /// <summary>Epoch of the publisher.</summary>
    public ulong Epoch { get; init; }

    /// <summary>First sequence delivered after warm-up; 0 = none.</summary>
    public ulong First { get; init; }

    /// <summary>Blocks delivered, <see cref="First"/> included.</summary>
    public long Delivered { get; init; }

    /// <summary>Part of <see cref="Delivered"/>: from the publisher's journal.</summary>
    public long Replayed { get; init; }

    /// <summary>Blocks at or after <see cref="First"/> declared lost.</summary>
    public long DeclaredLost { get; init; }

    /// <summary>Part of <see cref="DeclaredLost"/>: still missing when the run ended.</summary>
    public long Missing { get; init; }

    /// <summary>Blocks lost at the source before they were numbered.</summary>
    public long LostBeforeSequence { get; init; }

    /// <summary>Whether the end-of-stream heartbeat arrived.</summary>
    public bool EndSeen { get; init; }

    /// <summary>Last sequence in that heartbeat.</summary>
    public ulong EndLast { get; init; }
}

/// <summary>Latency from block due time to calculated value ready, in microseconds.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="P999">99.9th percentile.</param>
/// <param name="Max">Maximum.</param>
public sealed record LatencySummary(
    [property: JsonPropertyName("p50")] double P50,
    [property: JsonPropertyName("p99")] double P99,
    [property: JsonPropertyName("p999")] double P999,
    [property: JsonPropertyName("max")] double Max);

/// <summary>Summary of a run of the simulator, from the end of warm-up on.</summary>
public sealed record SimulatorSummary
{
    /// <summary>Blocks sent over the link.</summary>
    public long Sent { get; init; }

    /// <summary>Ticks that were served after their deadline.</summary>
    public long Late { get; init; }

    /// <summary>Ticks that were not served.</summary>
    public long Missed { get; init; }

    /// <summary>Blocks dropped because the link was full.</summary>
    public long Dropped { get; init; }
}

/// <summary>
/// Resource usage between the end of warm-up and the beginning of the stop. All zero when it stopped before.
/// </summary>
public sealed record WindowUsage
{
    /// <summary>Seconds of the window.</summary>
    public double Seconds { get; init; }

    /// <summary>Blocks processed.</summary>
    public long Blocks { get; init; }

    /// <summary>Bytes that each block-path thread allocated on the managed heap, by its own counter.</summary>
    public IReadOnlyDictionary<string, long> ThreadAllocatedBytes { get; init; } = new Dictionary<string, long>();

    /// <summary>Bytes that the whole process allocated on the managed heap.</summary>
    public long ProcessAllocatedBytes { get; init; }

    /// <summary>Gen-2 collections.</summary>
    public int Gen2 { get; init; }
}

/// <summary>Generated JSON of the summary files: hosts write what the launcher reads.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(ConnectorSummary))]
[JsonSerializable(typeof(MonitorSummary))]
[JsonSerializable(typeof(SimulatorSummary))]
internal sealed partial class RunJson : JsonSerializerContext;
