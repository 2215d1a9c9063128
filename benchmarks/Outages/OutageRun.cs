using System.Diagnostics;
using Benchmarks.Measuring;

namespace Benchmarks.Outages;

/// <summary>
/// A monitor is frozen for a while at the reference rate; how fast it catches up while live blocks continue.
/// </summary>
internal static class OutageRun
{
    private const double LiveRate = 300;
    private static readonly TimeSpan Before = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan HealLimit = TimeSpan.FromSeconds(120);

    /// <summary>Runs it and reports.</summary>
    /// <exception cref="InvalidDataException">It did not heal, or a block is lost.</exception>
    public static async Task RunAsync(RunningRig rig, double seconds, MetricReport report, CancellationToken stop)
    {
        RunningMonitor monitor = rig.Monitors[0];
        await Task.Delay(Before, stop);
        MonitorAccount before = await rig.AccountAsync(monitor);
        ProcessControl.Stop(monitor.Process.Id);
        await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
        ProcessControl.Continue(monitor.Process.Id);
        long begun = Stopwatch.GetTimestamp();
        MonitorAccount after = await rig.WaitAsync(
            monitor,
            account => account.IsWhole && account.Delivered - before.Delivered >= seconds * LiveRate,
            HealLimit);
        double healing = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        if (after.DeclaredLost != before.DeclaredLost)
            throw new InvalidDataException(
                $"{after.DeclaredLost - before.DeclaredLost} blocks are lost after an outage of {seconds} s");
        report.Add("outage.seconds", seconds, "s");
        report.Add("outage.replayed", after.Replayed - before.Replayed, "blocks");
        report.Add("outage.healed-in", healing, "s");
        report.Add("outage.drain-rate", (after.Delivered - before.Delivered) / healing / LiveRate, "x live");
    }
}
