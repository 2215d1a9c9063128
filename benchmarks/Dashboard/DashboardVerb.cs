using System.CommandLine;
using Benchmarks.Measuring;
using FuncLibs.Hosting;
using Launcher;

namespace Benchmarks.Dashboard;

/// <summary>
/// <c>benchmarks dashboard [--rounds N] [--for SECONDS] [--json FILE]</c>: what a Chromium on the page and nine clients
/// of `/live`, one of them stalled, cost the threads that a block passes; every bucket that a client got is checked,
/// and that the page drew, before a figure is printed.
/// </summary>
internal static class DashboardVerb
{
    private const int DefaultRounds = 4;
    private const double DefaultSeconds = 15;

    public static Command Create()
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "Rounds of a window with clients and one without.",
            DefaultValueFactory = _ => DefaultRounds,
        };
        var seconds = new Option<double>("--for")
        {
            Description = "Seconds of each window.",
            DefaultValueFactory = _ => DefaultSeconds,
        };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb = new Command(
            "dashboard",
            "What browsers cost the path of a block: a Chromium and nine clients, one of them stalled, against "
                + "none.") { rounds, seconds, json };
        verb.SetAction(
            (words, stop) => RunAsync(words.GetValue(rounds), words.GetValue(seconds), words.GetValue(json), stop));
        return verb;
    }

    private static async Task<int> RunAsync(int rounds, double seconds, FileInfo? json, CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository || !OperatingSystem.IsLinux())
        {
            await Console.Error.WriteLineAsync(
                "benchmarks dashboard: runs on Linux, in a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        var report = new MetricReport();
        try
        {
            using DashboardRun run = new(repository, Math.Max(1, rounds), seconds, report, stop);
            await run.RunAsync();
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks dashboard: {e.Message}");
            return ExitCodes.FatalError;
        }

        if (json is not null)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }
}
