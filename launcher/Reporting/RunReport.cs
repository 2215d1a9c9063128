using System.Globalization;
using System.Text.Json.Serialization;
using FuncLibs.Hosting.Certificates;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Runtime.Timing;

namespace Launcher.Reporting;

/// <summary>
/// The result of a main job, all after warm-up. The names are those that outside tools read. <see cref="Failures"/> and
/// <see cref="Certificate"/> are not part of the JSON.
/// </summary>
public sealed record RunReport
{
    /// <summary>
    /// Blocks that the connector numbered, from the first delivered after warm-up to the last of its end of stream.
    /// </summary>
    [JsonPropertyName("published")]
    public long Published { get; init; }

    /// <summary>Blocks delivered in order, each once.</summary>
    [JsonPropertyName("delivered")]
    public long Delivered { get; init; }

    /// <summary>Blocks declared lost, with a reason.</summary>
    [JsonPropertyName("declaredLost")]
    public long DeclaredLost { get; init; }

    /// <summary>published - delivered - declaredLost: 0, or the promise is broken.</summary>
    [JsonPropertyName("silentLoss")]
    public long SilentLoss { get; init; }

    /// <summary>Blocks that the source side lost before they had a number.</summary>
    [JsonPropertyName("lostBeforeSequence")]
    public long LostBeforeSequence { get; init; }

    /// <summary>Delivered blocks a second.</summary>
    [JsonPropertyName("blocksPerSecond")]
    public double BlocksPerSecond { get; init; }

    /// <summary>From block due time to derived value ready.</summary>
    [JsonPropertyName("latencyUs")]
    public LatencySummary LatencyUs { get; init; } = new(0, 0, 0, 0);

    /// <summary>Managed bytes a block on the block-path threads, by their own counters.</summary>
    [JsonPropertyName("allocatedBytesPerBlock")]
    public ByProcess<double> AllocatedBytesPerBlock { get; init; } = new(0, 0);

    /// <summary>Managed bytes a block of the whole process.</summary>
    [JsonPropertyName("processAllocatedBytesPerBlock")]
    public ByProcess<double> ProcessAllocatedBytesPerBlock { get; init; } = new(0, 0);

    /// <summary>Gen-2 collections.</summary>
    [JsonPropertyName("gen2")]
    public ByProcess<int> Gen2 { get; init; } = new(0, 0);

    /// <summary>
    /// Ticks of the simulator whose thread was back over 1 ms after the deadline: how loaded the machine was.
    /// </summary>
    [JsonPropertyName("lateTicks")]
    public long LateTicks { get; init; }

    /// <summary>The ZeroMQ library that carried the data, name and version.</summary>
    [JsonPropertyName("transport")]
    public ByProcess<string> Transport { get; init; } = new("", "");

    /// <summary>The latencies as a histogram, for pools over several runs.</summary>
    [JsonIgnore]
    public IReadOnlyList<LatencyBucket> Latencies { get; init; } = [];

    /// <summary>What the processes used after warm-up, by their names; empty where the system does not count it.</summary>
    [JsonIgnore]
    public IReadOnlyDictionary<string, ProcessUsage> Usage { get; init; } = new Dictionary<string, ProcessUsage>();

    /// <summary>What the monitor signs, warm-up included; null when it left nothing.</summary>
    [JsonIgnore]
    public RunCertificate? Certificate { get; init; }

    /// <summary>Why the run is not good; none = good.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> Failures { get; init; } = [];
}

/// <summary>One number for each host.</summary>
/// <typeparam name="T">Type of the number.</typeparam>
/// <param name="Connector">Of HardwareConnector.</param>
/// <param name="Monitor">Of SignalMonitor.</param>
public sealed record ByProcess<T>(
    [property: JsonPropertyName("connector")] T Connector, [property: JsonPropertyName("monitor")] T Monitor);

/// <summary>Generated JSON of the report, on one line.</summary>
[JsonSerializable(typeof(RunReport))]
public sealed partial class ReportJson : JsonSerializerContext;

/// <summary>The report for people.</summary>
public static class ReportText
{
    /// <summary>A few lines.</summary>
    public static string Format(RunReport report)
    {
        LatencySummary us = report.LatencyUs;
        ByProcess<double> threads = report.AllocatedBytesPerBlock;
        ByProcess<double> whole = report.ProcessAllocatedBytesPerBlock;
        return string.Create(CultureInfo.InvariantCulture, $"""
            published {report.Published}, delivered {report.Delivered}
            declared lost {report.DeclaredLost}, silently lost {report.SilentLoss}
            lost before numbering {report.LostBeforeSequence}, late ticks of the simulator {report.LateTicks}
            {report.BlocksPerSecond:F1} blocks/s, latency p50 {us.P50:F0} us, p99 {us.P99:F0} us, p99.9 {us.P999:F0} us, max {us.Max:F0} us
            bytes per block on block-path threads: connector {threads.Connector:F1}, monitor {threads.Monitor:F1}
            bytes per block of the process: connector {whole.Connector:F1}, monitor {whole.Monitor:F1}
            gen-2 collections: connector {report.Gen2.Connector}, monitor {report.Gen2.Monitor}
            transport: connector {report.Transport.Connector}, monitor {report.Transport.Monitor}
            {(report.Certificate is { } certificate ? CertificateText.Format(certificate) : "no certificate")}
            """);
    }
}
