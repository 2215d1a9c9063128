using FuncLibs.Hosting.Summaries;

namespace Launcher.Reporting;

/// <summary>
/// Combines the accounts of the three processes. What the connector numbered is compared with what the
/// monitor has.
/// </summary>
public static class RunAccounting
{
    /// <summary>The report of a run that went through to its end.</summary>
    /// <param name="connector">Summary of the connector, or null when it left none.</param>
    /// <param name="monitor">Summary of the monitor, or null.</param>
    /// <param name="simulator">Summary of the simulator, or null.</param>
    /// <param name="cutShort">The user stopped the run within warm-up: that nothing was counted is no failure.</param>
    public static RunReport Combine(
        ConnectorSummary? connector, MonitorSummary? monitor, SimulatorSummary? simulator, bool cutShort = false)
    {
        var failures = new List<string>();
        if (connector is null || monitor is null || simulator is null)
            failures.Add($"no run summary from {Missing(connector, monitor, simulator)}");
        connector ??= new ConnectorSummary();
        monitor ??= new MonitorSummary();
        DeliveredStream[] counted = [.. monitor.Streams.Where(stream => stream.First > 0)];
        long published = counted.Sum(stream => Published(connector, stream, failures));
        long delivered = counted.Sum(stream => stream.Delivered);
        long lost = counted.Sum(stream => stream.DeclaredLost);
        long unread = Unread(connector, counted);
        lost += unread;
        if (unread > 0)
            failures.Add(
                $"{unread} blocks were not read by the monitor when the run ended, and are declared lost: it was too far "
                    + "behind. The machine is too slow for this load, or too busy; choose a lower --rate or a smaller "
                    + "--preset");
        long silent = published - delivered - lost;
        if (silent != 0)
            failures.Add(
                $"{silent} blocks were lost silently: published {published}, delivered {delivered}, declared lost "
                    + $"{lost}");
        if (delivered == 0 && !cutShort)
            failures.Add("no block was delivered after warm-up");
        return new RunReport
        {
            Published = published,
            Delivered = delivered,
            DeclaredLost = lost,
            SilentLoss = silent,
            LostBeforeSequence = monitor.Streams.Sum(stream => stream.LostBeforeSequence),
            BlocksPerSecond = delivered > 1 && monitor.Seconds > 0
                ? Math.Round((delivered - 1) / monitor.Seconds, 2)
                : 0,
            LatencyUs = monitor.LatencyUs,
            Latencies = monitor.Latencies,
            AllocatedBytesPerBlock = new(ThreadBytes(connector.Usage), ThreadBytes(monitor.Usage)),
            ProcessAllocatedBytesPerBlock = new(ProcessBytes(connector.Usage), ProcessBytes(monitor.Usage)),
            Gen2 = new(connector.Usage.Gen2, monitor.Usage.Gen2),
            Transport = new(connector.Transport, monitor.Transport),
            LateTicks = simulator?.Late ?? 0,
            Failures = failures,
        };
    }

    private static long Published(ConnectorSummary connector, DeliveredStream stream, List<string> failures)
    {
        PublishedStreamSummary? numbered = connector.Streams.FirstOrDefault(
            published => published.StreamId == stream.StreamId && published.Epoch == stream.Epoch);
        if (numbered is null)
            failures.Add(
                $"the connector has no record of stream {stream.StreamId} in epoch {stream.Epoch}, which the monitor "
                    + $"received");
        else if (stream.EndSeen && stream.EndLast != numbered.Last)
            failures.Add(
                $"stream {stream.StreamId} ended at {stream.EndLast} on the wire, but the connector numbered up to "
                    + $"{numbered.Last}");
        return numbered is null ? 0 : (long)(numbered.Last - stream.First) + 1;
    }

    // A monitor that did not see the end does not know what else there was.
    private static long Unread(ConnectorSummary connector, DeliveredStream[] counted) => counted
        .Where(stream => !stream.EndSeen)
        .Sum(stream => Math.Max(
            0, Published(connector, stream, []) - stream.Delivered - stream.DeclaredLost));

    private static string Missing(ConnectorSummary? connector, MonitorSummary? monitor, SimulatorSummary? simulator) =>
        string.Join(
            ", ",
            new[] { connector is null
                ? "connector"
                : "", monitor is null ? "monitor" : "", simulator is null ? "simulator" : "" }
                .Where(name => name.Length > 0));

    private static double ThreadBytes(WindowUsage usage) => PerBlock(usage.ThreadAllocatedBytes.Values.Sum(), usage);

    private static double ProcessBytes(WindowUsage usage) => PerBlock(usage.ProcessAllocatedBytes, usage);

    private static double PerBlock(long bytes, WindowUsage usage) =>
        usage.Blocks > 0 ? Math.Round((double)bytes / usage.Blocks, 2) : 0;
}
