using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Rigs;
using FuncLibs.Hosting;
using Launcher;

namespace Benchmarks.Start;

/// <summary>
/// <c>benchmarks start [--folder F] [--json FILE]</c>: how long a newcomer waits. Clones HEAD, runs <c>./run.sh</c>
/// there with an empty package cache and an empty home until values are live, then again as it is.
/// </summary>
internal static class StartVerb
{
    private static readonly Option<DirectoryInfo?> Folder = new("--folder")
    {
        Description = "Where the clone is made (default: the folder for temporary files).",
    };

    private static readonly Option<FileInfo?> Json =
        new("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };

    public static Command Create()
    {
        var verb = new Command(
            "start",
            "From a clean clone with an empty package cache and an empty home to live values, and the second start.")
        {
            Folder, Json,
        };
        verb.SetAction((result, stop) => RunAsync(result, stop));
        return verb;
    }

    private static async Task<int> RunAsync(ParseResult words, CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository)
        {
            await Console.Error.WriteLineAsync(
                "benchmarks start: this is not a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        var report = new MetricReport();
        report.Add("machine.load", MachineLoad.OneMinute(), "threads");
        try
        {
            using FreshClone clone =
                await FreshClone.CreateAsync(repository, words.GetValue(Folder)?.FullName ?? Path.GetTempPath(), stop);
            await ScriptRun.MeasureAsync(clone, "start.first", report, stop);
            await ScriptRun.MeasureAsync(clone, "start.second", report, stop);
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks start: {e.Message}");
            return ExitCodes.FatalError;
        }

        report.Add("machine.load-after", MachineLoad.OneMinute(), "threads");
        if (words.GetValue(Json) is { } json)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }
}
