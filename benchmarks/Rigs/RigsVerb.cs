using System.CommandLine;
using Benchmarks.Measuring;
using FuncLibs.Hosting;
using Launcher;

namespace Benchmarks.Rigs;

/// <summary>
/// <c>benchmarks rigs [--only PART] [--rate R] [--for SECONDS] [--json FILE]</c>: many rigs through one connector into
/// one monitor, all as processes; every account is checked before a figure is printed.
/// </summary>
internal static class RigsVerb
{
    private const double DefaultSeconds = 10;
    private const int DefaultRate = 100;

    public static Command Create()
    {
        var only =
            new Option<string?>("--only") { Description = "One part: scale, share, limit or load (default: all)." };
        only.AcceptOnlyFromAmong("scale", "share", "limit", "load");
        var rate = new Option<int>("--rate")
        {
            Description = "Blocks a second of each rig, of the part scale; a twentieth of all blocks of the part share.",
            DefaultValueFactory = _ => DefaultRate,
        };
        var seconds = new Option<double>("--for")
        {
            Description = "Seconds of each window after warm-up.",
            DefaultValueFactory = _ => DefaultSeconds,
        };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb = new Command(
            "rigs",
            "What a block costs with 1 to 20 rigs in one connector, and what the machine can "
                + "hold.") { only, rate, seconds, json };
        verb.SetAction((words, stop) =>
            RunAsync(words.GetValue(only), words.GetValue(rate), words.GetValue(seconds), words.GetValue(json), stop));
        return verb;
    }

    private static async Task<int> RunAsync(
        string? only, int rate, double seconds, FileInfo? json, CancellationToken stop)
    {
        if (Binaries.Repository is not { } repository)
        {
            await Console.Error.WriteLineAsync(
                "benchmarks rigs: this is not a checkout of the project; run it from there");
            return ExitCodes.CannotStart;
        }

        var report = new MetricReport();
        var part = new RigsPart(repository, seconds, report, stop);
        try
        {
            if (only is null or "scale")
                await part.ScaleAsync(rate);
            if (only is null or "share")
                await part.ShareAsync(rate);
            if (only is null or "load")
                await part.LoadAsync();
            if (only is null or "limit")
                await part.LimitAsync();
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks rigs: {e.Message}");
            return ExitCodes.FatalError;
        }

        if (json is not null)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }
}
