using System.CommandLine;
using System.Globalization;
using Benchmarks.Measuring;
using Benchmarks.Processes;

namespace Benchmarks.Scaling;

/// <summary>
/// <c>benchmarks scale [--preset P...] [--only separate|shared] [--rigs LIST] [--for SECONDS] [--warm-up SECONDS]
/// [--json FILE]</c>: more and more rigs through connectors with bridges, one broker and one monitor, all as processes
/// on this machine, until they are not held. Every account is checked before a figure is printed.
/// </summary>
internal static class ScaleVerb
{
    private const string Name = "scale";
    private const double DefaultSeconds = 30;
    private const string Small = "small";
    private const string Reference = "reference";
    private static readonly int[] ManyRigs = [1, 2, 5, 10, 20, 30, 40, 50, 60];
    private static readonly int[] FewRigs = [1, 2, 3, 4, 5, 6, 8, 10];

    public static Command Create()
    {
        Option<string[]> presets = new("--preset")
        {
            Description = "Presets of the rigs.",
            DefaultValueFactory = _ => [Small, Reference],
            AllowMultipleArgumentsPerToken = true,
        };
        Option<string?> only = new("--only")
        {
            Description = "One arrangement: a connector a rig (separate), or one connector of them all (shared); default: both.",
        };
        only.AcceptOnlyFromAmong("separate", "shared");
        Option<int[]> rigs = new("--rigs")
        {
            Description = "Numbers of rigs, ascending (default: 1 to 60, of the preset reference 1 to 10).",
            AllowMultipleArgumentsPerToken = true,
        };
        Option<double> seconds = new("--for")
        {
            Description = "Seconds of each window after warm-up.",
            DefaultValueFactory = _ => DefaultSeconds,
        };
        Option<double> warmUp = new("--warm-up")
        {
            Description = "Seconds from the start of the monitor to the window; 0 = 20, and 3 for each connector.",
        };
        Option<FileInfo?> json = new("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        Command verb = new(Name, "How many rigs connectors, bridges, one broker and one monitor hold on this machine.")
        {
            presets, only, rigs, seconds, warmUp, json,
        };
        verb.SetAction((words, stop) => CheckoutBenchmark.RunAsync(
            Name,
            words.GetValue(json),
            (repository, report) => MeasureAsync(
                from preset in words.GetRequiredValue(presets)
                from isShared in (bool[])[false, true]
                where words.GetValue(only) is var one && (one is null || one == "shared" == isShared)
                select CountsOf(preset, words.GetValue(rigs) ?? [])
                    .Select(count => new ScalePlan(
                        preset, count, words.GetValue(seconds), isShared, words.GetValue(warmUp))),
                repository,
                report,
                stop)));
        return verb;
    }

    private static int[] CountsOf(string preset, int[] requested) =>
        requested.Length > 0 ? requested : preset == Reference ? FewRigs : ManyRigs;

    private static async Task MeasureAsync(
        IEnumerable<IEnumerable<ScalePlan>> series, string repository, MetricReport report, CancellationToken stop)
    {
        foreach (IEnumerable<ScalePlan> plans in series)
            await FindKneeAsync([.. plans], repository, report, stop);
    }

    private static async Task FindKneeAsync(
        IReadOnlyList<ScalePlan> plans, string repository, MetricReport report, CancellationToken stop)
    {
        List<ScaleCost> held = [];
        List<string> table = [.. ScaleFigures.Heads];
        string series = $"scale.{plans[0].Series}";
        foreach (ScalePlan plan in plans)
        {
            ScaleFigures figures = await ScaleRun.MeasureAsync(plan, repository, stop);
            figures.AddTo(report);
            table.Add(figures.Row);
            if (figures.Limit is { } limit)
            {
                Console.WriteLine($"# {plan.Name}: {limit}");
                break;
            }

            held.Add(figures.Cost);
        }

        Print(table);
        if (held.Count == plans.Count)
            Console.WriteLine($"# {series}: every run was held; the knee is beyond");
        int knee = held.Select(cost => cost.Rigs).LastOrDefault();
        report.Add($"{series}.knee", knee, "rigs are held");
        report.Add($"{series}.knee.per-core", (double)knee / Environment.ProcessorCount, "rigs for each core of the machine");
        if (held.Count > 0)
            Extrapolate(series, new ScaleNeeds(held), report);
    }

    private static void Extrapolate(string series, ScaleNeeds needs, MetricReport report)
    {
        (string Name, ScaleFit Fit)[] fits =
        [
            ("connectors", needs.Cpu(cpu => cpu.Connectors)), ("broker", needs.Cpu(cpu => cpu.Broker)),
            ("monitor", needs.Cpu(cpu => cpu.Monitor)),
        ];
        foreach ((string name, ScaleFit fit) in fits)
        {
            report.Add($"{series}.fit.{name}.base", fit.Base, "cores");
            report.Add($"{series}.fit.{name}.per-rig", fit.PerRig, "cores");
        }

        ScaleFit bytes = needs.Fit(cost => cost.BytesIn);
        report.Add($"{series}.fit.bytes.per-rig", bytes.PerRig, "bytes/s into the broker");
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"# {series}: extrapolated by straight lines, {ScaleNeeds.Used:P0} of the cores in use"));
        Print(needs.Table());
    }

    private static void Print(IEnumerable<string> table)
    {
        foreach (string line in table)
            Console.WriteLine($"# {line}");
    }
}
