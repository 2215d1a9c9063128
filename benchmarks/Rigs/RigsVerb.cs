using System.CommandLine;
using Benchmarks.Processes;

namespace Benchmarks.Rigs;

/// <summary>
/// <c>benchmarks rigs [--only PART] [--rate R] [--for SECONDS] [--json FILE]</c>: many rigs through one connector into
/// one monitor, all as processes; every account is checked before a figure is printed.
/// </summary>
internal static class RigsVerb
{
    private const string Name = "rigs";
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
            Name,
            "What a block costs with 1 to 20 rigs in one connector, and what the machine can "
                + "hold.") { only, rate, seconds, json };
        verb.SetAction((words, stop) => CheckoutBenchmark.RunAsync(
            Name,
            words.GetValue(json),
            (repository, report) => MeasureAsync(
                new RigsPart(repository, words.GetValue(seconds), report, stop),
                words.GetValue(only),
                words.GetValue(rate))));
        return verb;
    }

    private static async Task MeasureAsync(RigsPart part, string? only, int rate)
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
}
