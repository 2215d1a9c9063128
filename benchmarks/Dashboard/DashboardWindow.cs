using System.Diagnostics;
using System.Text.Json;
using Benchmarks.Measuring;

namespace Benchmarks.Dashboard;

/// <summary>What a monitor did in one window of time.</summary>
/// <param name="ReceiveUs">Processor time of the receive thread a block, us.</param>
/// <param name="ComputeUs">The same of the compute thread.</param>
/// <param name="LiveShare">Share of one processor that the live thread took.</param>
/// <param name="P50Us">Median latency, block due to value ready, us: the median of the monitor's figures in the
/// window.</param>
/// <param name="P99Us">99th percentile, likewise.</param>
/// <param name="MemoryMiB">Memory of the monitor at the end.</param>
internal sealed record DashboardWindow(
    double ReceiveUs, double ComputeUs, double LiveShare, double P50Us, double P99Us, double MemoryMiB)
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromSeconds(1);

    /// <summary>Measures one.</summary>
    /// <param name="process">The monitor.</param>
    /// <param name="health">Reads its health.</param>
    /// <param name="seconds">How long.</param>
    /// <param name="stop">Ends it.</param>
    public static async Task<DashboardWindow> MeasureAsync(
        int process, Func<Task<JsonElement>> health, double seconds, CancellationToken stop)
    {
        List<double> p50 = [];
        List<double> p99 = [];
        (double receive, double compute, double live, long blocks) = Read(process, await health());
        long begun = Stopwatch.GetTimestamp();
        JsonElement now;
        do
        {
            await Task.Delay(PollInterval, stop);
            now = await health();
            JsonElement latency = now.GetProperty("streams")[0].GetProperty("latency");
            p50.Add(latency.GetProperty("p50Us").GetDouble());
            p99.Add(latency.GetProperty("p99Us").GetDouble());
        }
        while (Stopwatch.GetElapsedTime(begun).TotalSeconds < seconds);

        double elapsed = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        (double receiveTo, double computeTo, double liveTo, long blocksTo) = Read(process, now);
        double count = blocksTo - blocks;
        return new DashboardWindow(
            1e6 * (receiveTo - receive) / count,
            1e6 * (computeTo - compute) / count,
            (liveTo - live) / elapsed,
            Median.Get(p50),
            Median.Get(p99),
            ThreadTimes.MemoryMiB(process));
    }

    private static (double Receive, double Compute, double Live, long Blocks) Read(int process, JsonElement health) => (
        ThreadTimes.SecondsOf(process, "receive"),
        ThreadTimes.SecondsOf(process, "compute"),
        ThreadTimes.SecondsOf(process, "live"),
        health.GetProperty("account").GetProperty("delivered").GetInt64());
}
