using System.CommandLine;
using Benchmarks.FullPath;
using Benchmarks.Measuring;
using Benchmarks.Outages;
using Benchmarks.Processes;
using FuncLibs.Hosting;
using Launcher;

namespace Benchmarks.Pipeline;

/// <summary>
/// <c>benchmarks pipeline [--only PART] [--transport LIBRARY] [--for SECONDS] [--folder F] [--baseline F]
/// [--json FILE]</c>: the main job through real processes and sockets as a user runs it, and the connector's path at
/// its limit.
/// </summary>
internal static class PipelineVerb
{
    private const double DefaultSeconds = 60;

    private static readonly Option<double> Seconds = new("--for")
    {
        Description = "Seconds of each run after warm-up.",
        DefaultValueFactory = _ => DefaultSeconds,
    };

    private static readonly Option<DirectoryInfo?> Folder = new("--folder")
    {
        Description = "Where the disk is that journals are written to (default: the folder for temporary files).",
    };

    private static readonly Option<string> Transport = new("--transport")
    {
        Description = "ZeroMQ library of every part but outage and canary: auto, libzmq, netmq or direct.",
        DefaultValueFactory = _ => PathTransport.Auto,
    };

    private static readonly Option<DirectoryInfo?> Baseline = new("--baseline")
    {
        Description = "Another checkout, built, that runs in the same rounds of the part limit.",
    };

    private static readonly Option<FileInfo?> Json =
        new("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };

    public static Command Create()
    {
        var only = new Option<string?>("--only")
        {
            Description = "One part: runs, limit, full-path, open-loop, outage or canary (default: all).",
        };
        only.AcceptOnlyFromAmong("runs", "limit", "full-path", "open-loop", "outage", "canary");
        Transport.AcceptOnlyFromAmong(PathTransport.Choices);
        var verb = new Command(
            "pipeline",
            "Simulator, connector and monitor: latency, loss and allocation at the goals' rates; the path at its "
                + "limit.")
        {
            only, Transport, Seconds, Folder, Baseline, Json,
        };
        verb.SetAction((result, stop) => RunAsync(result, result.GetValue(only), stop));
        return verb;
    }

    private static async Task<int> RunAsync(ParseResult words, string? only, CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository)
        {
            await Console.Error.WriteLineAsync(
                "benchmarks pipeline: this is not a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        var report = new MetricReport();
        WakeProbe.Report(report);
        string folder = words.GetValue(Folder)?.FullName ?? Path.GetTempPath();
        PathTransport library = new(words.GetRequiredValue(Transport));
        PipelineRun[] runs = [.. PipelineRun.All.Select(run => run with { Transport = library.Library })];
        bool good = true;
        try
        {
            for (int i = 0; only is null or "runs" && i < runs.Length; i++)
                good &= await runs[i].MeasureAsync(repository, words.GetValue(Seconds), report, stop);
            for (int i = 0; only is null or "limit" && i < runs.Length; i++)
                good &= await new LimitRun(runs[i], report) { Baseline = words.GetValue(Baseline)?.FullName }
                    .MeasureAsync(repository, words.GetValue(Seconds), stop);
            if (only is null or "full-path")
                new FullPathBenchmark(folder, library, report).Run();
            if (only is null or "open-loop")
                new OpenLoop(folder, library, report).Run();
            if (only is null or "outage")
                await WithRigAsync(repository, OutagesAsync, stop);
            if (only is null or "canary")
                await WithRigAsync(
                    repository, rig => CanaryCost.RunAsync(rig, words.GetValue(Seconds), report, stop), stop);
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks pipeline: {e.Message}");
            good = false;
        }

        if (words.GetValue(Json) is { } json)
            report.WriteTo(json);
        return good ? ExitCodes.Ok : ExitCodes.FatalError;

        async Task OutagesAsync(RunningRig rig)
        {
            await OutageRun.RunAsync(rig, words.GetValue(Seconds), report, stop);
            await RestartRun.RunAsync(rig, report, stop);
        }
    }

    private static async Task WithRigAsync(string repository, Func<RunningRig, Task> measure, CancellationToken stop)
    {
        using RunFolder folder = new(repository, "rig");
        await using RunningRig rig =
            await RunningRig.StartAsync(repository, folder.Path, "reference", monitors: 1, stop);
        await measure(rig);
    }
}
