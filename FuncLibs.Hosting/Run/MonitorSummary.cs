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

    /// <summary>What it used.</summary>
    public WindowUsage Usage { get; init; } = new();
}
