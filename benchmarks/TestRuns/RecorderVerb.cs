using System.CommandLine;
using Benchmarks.Measuring;
using FuncLibs.Hosting;
using Launcher;

namespace Benchmarks.TestRuns;

/// <summary>
/// <c>benchmarks recorder [--preset P] [--for SECONDS] [--mode M] [--pack] [--window SECONDS] [--json FILE]</c>: what
/// recording a test run costs a monitor, what opening and checking the recording takes, and with <c>--window</c> how
/// fast a window of a long recording is answered. Every block of the recording, and every bucket of an answer, is
/// checked before a
/// figure counts.
/// </summary>
internal static class RecorderVerb
{
    private const double DefaultSeconds = 20;

    public static Command Create()
    {
        var preset = new Option<string[]>("--preset")
        {
            Description = "Presets of the rig, one run each.",
            DefaultValueFactory = _ => ["reference", "lcf-strain-1hz"],
        };
        var seconds = new Option<double>("--for")
        {
            Description = "Seconds of recording, and, up to a minute, of the time before it that it is compared with.",
            DefaultValueFactory = _ => DefaultSeconds,
        };
        var mode = new Option<RecordedMode[]>("--mode")
        {
            Description = "What is recorded, one run each: all, triggered, reduced.",
            AllowMultipleArgumentsPerToken = true,
            DefaultValueFactory = _ => [RecordedMode.All],
        };
        var pack = new Option<bool>("--pack") { Description = "Blocks are stored as columns-packed." };
        var window = new Option<int?>("--window")
        {
            Description = "Instead of a live recording: a recording of so many seconds is made of the rig's blocks, "
                + "and all of it is read as buckets; 3600 is an hour.",
        };
        var json = new Option<FileInfo?>("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        var verb = new Command("recorder", "What recording costs, and opening and checking a recording.")
        {
            preset, seconds, mode, pack, window, json,
        };
        verb.SetAction((words, stop) => RunAsync(
            words.GetValue(preset)!,
            words.GetValue(seconds),
            words.GetValue(mode)!,
            words.GetValue(pack),
            words.GetValue(window),
            words.GetValue(json),
            stop));
        return verb;
    }

    private static async Task<int> RunAsync(
        string[] presets,
        double seconds,
        RecordedMode[] modes,
        bool pack,
        int? window,
        FileInfo? json,
        CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository || !OperatingSystem.IsLinux())
        {
            await Console.Error.WriteLineAsync(
                "benchmarks recorder: runs on Linux, in a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        var report = new MetricReport();
        try
        {
            foreach (string preset in presets)
            {
                if (window is { } length)
                    new WindowRun(repository, preset, length, pack, report).Run(stop);
                else
                    await RunAsync(repository, preset, seconds, modes, pack, report, stop);
            }
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks recorder: {e.Message}");
            return ExitCodes.FatalError;
        }

        if (json is not null)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }

    private static async Task RunAsync(
        string repository,
        string preset,
        double seconds,
        RecordedMode[] modes,
        bool pack,
        MetricReport report,
        CancellationToken stop)
    {
        double all = 0;
        foreach (RecordedMode mode in modes)
        {
            var run = new RecorderRun(repository, preset, seconds, mode, pack, report);
            await run.RunAsync(stop);
            if (mode == RecordedMode.All)
                all = run.PerHour;
            else if (all > 0)
            {
                string name = $"recorder.{preset}.{mode.ToString().ToLowerInvariant()}.of-all";
                report.Add(name, 100 * run.PerHour / all, "% of the bytes");
            }
        }
    }
}
