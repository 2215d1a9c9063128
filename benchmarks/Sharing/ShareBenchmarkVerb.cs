using System.CommandLine;
using Benchmarks.Bridging;
using Benchmarks.Measuring;
using Benchmarks.Processes;
using Benchmarks.Rigs;

namespace Benchmarks.Sharing;

/// <summary>
/// <c>benchmarks share [--times N] [--json FILE]</c>: how soon a station is computed again when the monitor that had it
/// is killed, or stands still, and what a process of a station takes. The account of the station is checked at the end.
/// </summary>
internal static class ShareBenchmarkVerb
{
    private const string Name = "share";
    private const int DefaultTimes = 10;

    public static Command Create()
    {
        Option<int> times = new("--times")
        {
            Description = "Kills, and half as many standstills.",
            DefaultValueFactory = _ => DefaultTimes,
        };
        Option<FileInfo?> json = new("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        Command verb = new(Name, "How soon a shared station is computed again when its monitor is gone.")
        {
            times, json,
        };
        verb.SetAction((words, stop) => CheckoutBenchmark.RunAsync(
            Name,
            words.GetValue(json),
            (repository, report) => MeasureAsync(repository, words.GetValue(times), report, stop)));
        return verb;
    }

    private static async Task MeasureAsync(
        string repository, int times, MetricReport report, CancellationToken stop)
    {
        using RunFolder folder = new(repository, Name);
        using BrokerNode broker = BrokerNode.StartNew();
        await using SharedRig rig = new(repository, folder.Path, broker.Address);
        await rig.StartAsync(stop);
        Report(report, "share.kill", await TakeOversAsync(rig, times, isKilled: true, stop));
        Report(report, "share.standstill", await TakeOversAsync(rig, (times + 1) / 2, isKilled: false, stop));
        report.Add("share.process", rig.StationBytes / (double)(1 << 20), "MiB of a process of a station");
        report.Add("share.blocks", await rig.CheckAsync(stop), "blocks, each delivered once");
        report.Add("share.machine-load", MachineLoad.OneMinute(), "threads");
    }

    private static async Task<double[]> TakeOversAsync(
        SharedRig rig, int times, bool isKilled, CancellationToken stop)
    {
        double[] seconds = new double[times];
        for (int i = 0; i < times; i++)
            seconds[i] = (await rig.TakeOverAsync(isKilled, stop)).TotalSeconds;
        Array.Sort(seconds);
        return seconds;
    }

    private static void Report(MetricReport report, string name, double[] seconds)
    {
        report.Add($"{name}.p50", seconds[seconds.Length / 2], "s until new blocks are computed by the other monitor");
        report.Add($"{name}.most", seconds[^1], $"s, the longest of {seconds.Length} (goal: <= 10)");
    }
}
