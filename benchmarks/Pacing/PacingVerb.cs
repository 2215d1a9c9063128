using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Processes;
using Benchmarks.Rigs;
using FuncLibs.Runtime.Platform;
using Tools.Load;

namespace Benchmarks.Pacing;

/// <summary>
/// <c>benchmarks pacing [--for SECONDS] [--json FILE]</c>: the small rig at 1000 blocks a second into a connector,
/// first alone, then beside as many busy threads as there are cores, each with ordinary threads and with real-time
/// priority where the process may have it. Late is more than half a period; under full load all that is late and missed
/// has to be counted.
/// </summary>
internal static class PacingVerb
{
    private const string Name = "pacing";
    private const double DefaultSeconds = 30;
    private const int Rate = 1000;
    private const int Priority = 10;

    public static Command Create()
    {
        var seconds = new Option<double>("--for")
        {
            Description = "Seconds of each run after warm-up.",
            DefaultValueFactory = _ => DefaultSeconds,
        };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb = new Command(
            Name,
            "Late and missed ticks at 1000 blocks/s, on an idle machine and on a busy one.") { seconds, json };
        verb.SetAction((words, stop) => CheckoutBenchmark.RunAsync(
            Name,
            words.GetValue(json),
            (repository, report) => MeasureAsync(repository, words.GetValue(seconds), report, stop)));
        return verb;
    }

    private static async Task MeasureAsync(
        string repository, double seconds, MetricReport report, CancellationToken stop)
    {
        await RunAsync("pacing.idle", seconds, repository, report, stop);
        using BusyThreads busy = new(Environment.ProcessorCount);
        await RunAsync("pacing.busy", seconds, repository, report, stop);
    }

    private static async Task RunAsync(
        string name, double seconds, string repository, MetricReport report, CancellationToken stop)
    {
        RigsPlan plan = new("small", 1, Rate, seconds, HasMonitor: false);
        Report(name, await RigsRun.MeasureAsync(plan, repository, stop), report);
        if (RealTimePriority.Check(Priority) is { } refusal)
            await Console.Error.WriteLineAsync($"{name}: not measured with real-time priority: {refusal}");
        else
            Report(
                name + ".priority",
                await RigsRun.MeasureAsync(plan with { Priority = Priority }, repository, stop),
                report);
    }

    // The run's own check has held due against sent, dropped, unserved and never, and sent against the connector's
    // numbers.
    private static void Report(string name, RigsFigures figures, MetricReport report)
    {
        RigLoad total = figures.Load.Total;
        report.Add($"{name}.due", total.Due, "ticks");
        report.Add($"{name}.in-time", total.Due - total.Missed, "ticks");
        report.Add($"{name}.missed", total.Missed, "ticks");
        report.Add($"{name}.late", total.Late, "ticks");
        report.Add($"{name}.late.share", 100 * figures.LateShare, "%");
        report.Add($"{name}.lost", figures.Lost, "blocks");
        report.Add($"{name}.lateness.p50", total.LatenessUs.P50, "us");
        report.Add($"{name}.lateness.p99", total.LatenessUs.P99, "us");
        report.Add($"{name}.lateness.p999", total.LatenessUs.P999, "us");
        report.Add($"{name}.lateness.max", total.LatenessUs.Max, "us");
        report.Add($"{name}.core", 100 * total.CpuShare, "% of a core");
        report.Add($"{name}.machine-load", MachineLoad.OneMinute(), "threads");
    }
}
