using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Signals.Cycles;
using Benchmarks.Signals.Expressions;
using Benchmarks.Signals.Windows;
using FuncLibs.Hosting;

namespace Benchmarks.Signals;

/// <summary>
/// <c>benchmarks signals [--quick] [--json FILE] [--only PART]</c>: what the monitor computes, each against the plain
/// loop that a careful engineer would write; every result is checked first.
/// </summary>
internal static class SignalsBenchmarkVerb
{
    private static readonly SignalsPart[] Parts =
    [
        new("kernels", KernelBenchmarks.Run),
        new("expressions", (_, report) => ExpressionBenchmark.Run(report)),
        new("rainflow", (_, report) => RainflowBenchmark.Run(report)),
        new("movrms", (_, report) => MovingRmsBenchmark.Run(report)),
    ];

    public static Command Create()
    {
        string names = string.Join(", ", Parts.Select(part => part.Name));
        var quick = new Option<bool>("--quick") { Description = "A shorter run: figures less steady." };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var only = new Option<string?>("--only") { Description = $"One part: {names} (default: all)." };
        only.AcceptOnlyFromAmong([.. Parts.Select(part => part.Name)]);
        var verb = new Command(
            "signals", "Functions, expressions and cycles over columns, against plain loops.") { quick, json, only };
        verb.SetAction(result => Run(result.GetValue(quick), result.GetValue(json), result.GetValue(only)));
        return verb;
    }

    private static int Run(bool quick, FileInfo? json, string? only)
    {
        var report = new MetricReport();
        try
        {
            foreach (SignalsPart part in Parts.Where(part => only is null || part.Name == only))
                part.Run(quick, report);
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine($"benchmarks signals: {e.Message}");
            return ExitCodes.FatalError;
        }

        if (json is not null)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }
}

/// <summary>One part of <c>benchmarks signals</c>.</summary>
/// <param name="Name">Its name for <c>--only</c>.</param>
/// <param name="Run">Measures, shorter when asked to be quick; throws <see cref="InvalidDataException"/> when a result
/// is wrong.</param>
internal sealed record SignalsPart(string Name, Action<bool, MetricReport> Run);
