namespace FuncLibs.Hosting.Run;

/// <summary>Summary of a run of SignalMonitor, from the end of warm-up on.</summary>
public sealed record MonitorSummary
{
    /// <summary>The accounts, one for each data stream and epoch.</summary>
    public IReadOnlyList<DeliveredStream> Streams { get; init; } = [];

    /// <summary>Seconds from the first delivered block to the last; the rate comes from it.</summary>
    public double Seconds { get; init; }

    /// <summary>Latencies of all streams.</summary>
    public LatencySummary LatencyUs { get; init; } = new(0, 0, 0, 0);

    /// <summary>The clock of the connector that is known worst; null when none is known.</summary>
    public ClockSummary? Clock { get; init; }

    /// <summary>The ZeroMQ that carried the data, name and version; empty when none did.</summary>
    public string Transport { get; init; } = "";

    /// <summary>What it used.</summary>
    public WindowUsage Usage { get; init; } = new();
}

/// <summary>A connector's clock as its monitor knew it at the end, in microseconds.</summary>
/// <param name="OffsetUs">How far it was ahead.</param>
/// <param name="BoundUs">How far that can be wrong.</param>
/// <param name="LatencyErrorUs">How far the latencies of the run can be wrong by it; null where its steps left that unknown.</param>
/// <param name="Steps">Steps of either clock since the start, announced or found.</param>
public sealed record ClockSummary(double OffsetUs, double BoundUs, double? LatencyErrorUs, long Steps);
