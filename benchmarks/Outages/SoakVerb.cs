using System.CommandLine;
using System.Diagnostics;
using Benchmarks.Measuring;
using Benchmarks.Processes;

namespace Benchmarks.Outages;

/// <summary>
/// <c>benchmarks soak [--for MINUTES] [--json FILE]</c>: the load preset with three monitors, one of which is frozen
/// for ten seconds of every minute. Memory has to stay flat, and the account has to be exact at the end.
/// </summary>
internal static class SoakVerb
{
    private const string Name = "soak";
    private const string Preset = "load-64x4096";
    private const int Monitors = 3;
    private const double SettleMinutes = 10;
    private const double BytesPerMB = 1e6;
    private static readonly TimeSpan Frozen = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(50);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    public static Command Create()
    {
        var minutes = new Option<double>("--for")
        {
            Description = "Minutes; the first ten do not count for memory.",
            DefaultValueFactory = _ => 60,
        };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb = new Command(
            Name,
            "Three monitors for an hour, one of them frozen every minute: memory and account.") { minutes, json };
        verb.SetAction((result, stop) => CheckoutBenchmark.RunAsync(
            Name,
            result.GetValue(json),
            (repository, report) => MeasureAsync(repository, result.GetValue(minutes), report, stop)));
        return verb;
    }

    private static async Task MeasureAsync(
        string repository, double minutes, MetricReport report, CancellationToken stop)
    {
        using RunFolder folder = new(repository, Name);
        await using RunningRig rig =
            await RunningRig.StartAsync(repository, folder.Path, Preset, Monitors, stop);
        await RunAsync(rig, minutes, report, stop);
    }

    private static async Task RunAsync(RunningRig rig, double minutes, MetricReport report, CancellationToken stop)
    {
        MemoryTrend trend = new();
        RunningMonitor frozen = rig.Monitors[^1];
        long begun = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(begun).TotalMinutes < minutes)
        {
            ProcessControl.Stop(frozen.Process.Id);
            await Task.Delay(Frozen, stop);
            ProcessControl.Continue(frozen.Process.Id);
            await Task.Delay(Rest, stop);
            rig.CheckAlive();
            double at = Stopwatch.GetElapsedTime(begun).TotalMinutes;
            Sample(rig, at, trend);
        }

        await rig.StopConnectorAsync();
        foreach (RunningMonitor monitor in rig.Monitors)
        {
            MonitorAccount account = await rig.WaitAsync(monitor, known => known.Missing == 0, Limit);
            report.Add($"soak.monitor{monitor.Number}.published", account.Published, "blocks");
            report.Add($"soak.monitor{monitor.Number}.delivered", account.Delivered, "blocks");
            report.Add($"soak.monitor{monitor.Number}.declared-lost", account.DeclaredLost, "blocks");
            report.Add($"soak.monitor{monitor.Number}.replayed", account.Replayed, "blocks");
            if (account.Published != account.Delivered + account.DeclaredLost)
                throw new InvalidDataException($"the account of monitor {monitor.Number} does not close: {account}");
        }

        foreach ((string name, double bytesPerHour, long last) in trend.Slopes())
        {
            report.Add($"soak.{name}.memory", last / BytesPerMB, "MB");
            report.Add($"soak.{name}.memory.growth", bytesPerHour / BytesPerMB, "MB/h");
        }
    }

    private static void Sample(RunningRig rig, double minute, MemoryTrend trend)
    {
        Console.WriteLine(
            FormattableString.Invariant(
                $"# minute {minute:F0}: connector {Own(rig.Connector.Id)} MB, monitors {string.Join(' ', rig.Monitors.Select(m => Own(m.Process.Id)))} MB"));
        if (minute < SettleMinutes)
            return;
        trend.Add("connector", minute, ProcessControl.OwnBytes(rig.Connector.Id));
        foreach (RunningMonitor monitor in rig.Monitors)
            trend.Add($"monitor{monitor.Number}", minute, ProcessControl.OwnBytes(monitor.Process.Id));

        static long Own(int process) => (long)(ProcessControl.OwnBytes(process) / BytesPerMB);
    }
}
