using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Processes;
using Benchmarks.Rigs;

namespace Benchmarks.Start;

/// <summary>
/// <c>benchmarks start [--folder F] [--json FILE]</c>: how long a newcomer waits. Clones HEAD, runs <c>./run.sh</c>
/// there with an empty package cache and an empty home until values are live, then again as it is.
/// </summary>
internal static class StartVerb
{
    private const string Name = "start";

    private static readonly Option<DirectoryInfo?> Folder = new("--folder")
    {
        Description = "Where the clone is made (default: the folder for temporary files).",
    };

    private static readonly Option<FileInfo?> Json =
        new("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };

    public static Command Create()
    {
        var verb = new Command(
            Name,
            "From a clean clone with an empty package cache and an empty home to live values, and the second start.")
        {
            Folder, Json,
        };
        verb.SetAction((result, stop) => CheckoutBenchmark.RunAsync(
            Name,
            result.GetValue(Json),
            (repository, report) => MeasureAsync(
                repository, result.GetValue(Folder)?.FullName ?? Path.GetTempPath(), report, stop)));
        return verb;
    }

    private static async Task MeasureAsync(
        string repository, string folder, MetricReport report, CancellationToken stop)
    {
        report.Add("machine.load", MachineLoad.OneMinute(), "threads");
        using (FreshClone clone = await FreshClone.CreateAsync(repository, folder, stop))
        {
            await ScriptRun.MeasureAsync(clone, "start.first", report, stop);
            await ScriptRun.MeasureAsync(clone, "start.second", report, stop);
        }

        report.Add("machine.load-after", MachineLoad.OneMinute(), "threads");
    }
}
