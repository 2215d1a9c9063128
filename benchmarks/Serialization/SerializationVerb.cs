using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;

namespace Benchmarks.Serialization;

/// <summary>
/// <c>benchmarks serialization [--quick] [--json FILE]</c>, also <c>benchmarks formats</c>: every format over four
/// kinds of data on the reference block; a long run adds a small and a large block.
/// </summary>
internal static class SerializationVerb
{
    private static readonly TimeSpan QuickWarmUp = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan QuickDuration = TimeSpan.FromSeconds(6);
    private static readonly TimeSpan LongWarmUp = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongDuration = TimeSpan.FromSeconds(30);

    public static Command Create()
    {
        var quick =
            new Option<bool>("--quick") { Description = "A shorter run: done within a minute, figures less steady." };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb =
            new Command("serialization", "Encodes and decodes the reference block in every format.") { quick, json };
        verb.Aliases.Add("formats");
        verb.SetAction(result => Run(result.GetValue(quick), result.GetValue(json)));
        return verb;
    }

    private static int Run(bool quick, FileInfo? json)
    {
        var report = new MetricReport();
        try
        {
            foreach (DataKind kind in Enum.GetValues<DataKind>())
                RunKind(kind, quick, report);
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine($"The round trip failed: {e.Message}");
            return 1;
        }

        if (json is not null)
            report.WriteTo(json);
        return 0;
    }

    private static void RunKind(DataKind kind, bool quick, MetricReport report)
    {
        string name = DataKindNames.NameOf(kind);
        new FormatBenchmark(kind, $"block.{name}.", report).Run(
            DataShape.Reference,
            quick ? QuickWarmUp : LongWarmUp,
            quick ? QuickDuration : LongDuration,
            isLong: !quick);
        if (quick || kind != DataKind.Decimals)
            return;
        new FormatBenchmark(
            kind, $"small.{name}.", report).Run(DataShape.Small, LongWarmUp, LongDuration, isLong: false);
        new FormatBenchmark(
            kind, $"large.{name}.", report).Run(DataShape.Large, LongWarmUp, LongDuration, isLong: false);
    }
}
