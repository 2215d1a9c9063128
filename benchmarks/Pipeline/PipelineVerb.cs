using System.CommandLine;
using Benchmarks.Measuring;
using FuncLibs.Hosting.Running;
using Launcher;

namespace Benchmarks.Pipeline;

/// <summary><c>benchmarks pipeline [--for SECONDS] [--json FILE]</c>: the main job through real processes and sockets, as a user runs it.</summary>
internal static class PipelineVerb
{
    private const double DefaultSeconds = 60;

    public static Command Create()
    {
        var seconds = new Option<double>("--for") { Description = "Seconds of each run after warm-up.", DefaultValueFactory = _ => DefaultSeconds };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb = new Command("pipeline", "Simulator, connector and monitor: latency, loss and allocation at the goals' rates.") { seconds, json };
        verb.SetAction((result, stop) => RunAsync(result.GetValue(seconds), result.GetValue(json), stop));
        return verb;
    }

    private static async Task<int> RunAsync(double seconds, FileInfo? json, CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository)
        {
            await Console.Error.WriteLineAsync("benchmarks pipeline: this is not a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        var report = new MetricReport();
        WakeProbe.Report(report);
        bool good = true;
        foreach (PipelineRun run in PipelineRun.All)
            good &= await run.MeasureAsync(repository, seconds, report, stop);
        if (json is not null)
            report.WriteTo(json);
        return good ? ExitCodes.Ok : ExitCodes.Died;
    }
}
