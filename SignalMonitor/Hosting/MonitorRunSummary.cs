using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Transport;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Connections;
using SignalMonitor.Receiving;

namespace SignalMonitor.Hosting;

/// <summary>What the launcher reads when the monitor has stopped.</summary>
internal static class MonitorRunSummary
{
    private const double NsPerUs = 1000;

    public static MonitorSummary From(IServiceProvider services)
    {
        MonitorConnections connections = services.GetRequiredService<MonitorConnections>();
        return new MonitorSummary
        {
            Streams = [.. connections.Streams.SelectMany(stream => stream.RunAccounts())],
            Seconds = connections.Streams.Select(stream => stream.RunSeconds).DefaultIfEmpty().Max(),
            LatencyUs = Summarise(connections.All.Select(connection => connection.Compute.Latency.Total)),
            Latencies = Pool(connections.All.Select(connection => connection.Compute.Latency.Total)),
            LatenciesLeftOut = connections.All.Sum(connection => connection.Compute.Latency.LeftOut),
            Clock = Worst(connections.All.Select(connection => connection.Receive.State.Clock.Read())),
            Transport = services.GetRequiredService<ITransport>().Library.ToString(),
            Usage = services.GetRequiredService<RunWindow>().Usage,
        };
    }

    private static ClockSummary? Worst(IEnumerable<ClockReading> clocks) => clocks
        .Where(clock => clock.Estimate is not null)
        .Select(clock => new ClockSummary(
            clock.Estimate!.Value.OffsetNs / NsPerUs,
            clock.Estimate.Value.BoundNs / NsPerUs,
            clock.LatencyErrorNs / NsPerUs,
            clock.OwnSteps + clock.ConnectorSteps + clock.Jumps))
        .MaxBy(clock => clock.LatencyErrorUs ?? double.PositiveInfinity);

    private static IReadOnlyList<LatencyBucket> Pool(IEnumerable<LatencyHistogram> histograms)
    {
        LatencyHistogram pool = new();
        foreach (LatencyHistogram histogram in histograms)
            pool.Add(histogram);
        return pool.Buckets;
    }

    // With several connectors the worst counts: percentiles of different histograms cannot be averaged.
    private static LatencySummary Summarise(IEnumerable<LatencyHistogram> histograms)
    {
        LatencyHistogram[] all = [.. histograms];
        return new LatencySummary(
            Worst(h => h.PercentileNs(50)),
            Worst(h => h.PercentileNs(99)),
            Worst(h => h.PercentileNs(99.9)),
            Worst(h => h.MaxNs));

        double Worst(Func<LatencyHistogram, long> read) => all.Select(read).DefaultIfEmpty().Max() / NsPerUs;
    }
}
