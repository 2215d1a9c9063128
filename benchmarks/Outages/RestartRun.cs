using System.Diagnostics;
using Benchmarks.Measuring;

namespace Benchmarks.Outages;

/// <summary>
/// The connector is killed and started again; how long until a monitor has the first live block of its new run.
/// </summary>
internal static class RestartRun
{
    private const int Restarts = 5;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Between = TimeSpan.FromSeconds(2);

    /// <summary>Runs it and reports.</summary>
    /// <exception cref="InvalidDataException">No block came, or one is lost.</exception>
    public static async Task RunAsync(RunningRig rig, MetricReport report, CancellationToken stop)
    {
        RunningMonitor monitor = rig.Monitors[0];
        List<double> seconds = [];
        for (int i = 0; i < Restarts; i++)
        {
            await Task.Delay(Between, stop);
            MonitorAccount before = await rig.AccountAsync(monitor);
            ProcessControl.Kill(rig.Connector.Id);
            await rig.Connector.Ended;
            long begun = Stopwatch.GetTimestamp();
            await rig.StartConnectorAsync();
            await rig.WaitAsync(
                monitor, account => account.Epoch > before.Epoch && account.Delivered > before.Delivered, Limit);
            seconds.Add(Stopwatch.GetElapsedTime(begun).TotalSeconds);
            MonitorAccount after = await rig.WaitAsync(monitor, account => account.IsWhole, Limit);
            if (after.DeclaredLost != before.DeclaredLost)
                throw new InvalidDataException(
                    $"{after.DeclaredLost - before.DeclaredLost} blocks are lost after a restart");
        }

        report.Add("restart.to-first-live-block.median", Median.Get(seconds), "s");
        report.Add("restart.to-first-live-block.max", seconds.Max(), "s");
    }
}
