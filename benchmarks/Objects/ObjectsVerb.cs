using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Objects.Graphs;
using FuncLibs.Objects;

namespace Benchmarks.Objects;

/// <summary>
/// <c>benchmarks objects [--quick] [--json FILE]</c>: the serializers of objects over the shapes that were published:
/// a record of a message queue, alone and in lists, and a record of 23 members.
/// </summary>
internal static class ObjectsVerb
{
    private static readonly TimeSpan QuickWarmUp = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan QuickDuration = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LongWarmUp = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongDuration = TimeSpan.FromSeconds(20);

    // As published: a bare record, then lists; bytes of MessagePack with keys 0, 1 and 2.
    private static readonly (int Count, int Bytes)[] Stocks =
    [
        (1, 26), (10, 281), (100, 2893), (1000, 29_893), (10_000, 308_893), (100_000, 3_188_895),
        (1_000_000, 32_888_895),
    ];

    private const int MostWhenQuick = 10_000;

    public static Command Create()
    {
        Option<bool> quick = new("--quick") { Description = "Lists of up to 10,000 records, shorter runs." };
        Option<FileInfo?> json =
            new("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        Command verb = new("objects", "Writes and reads objects with every serializer of FuncLibs.Objects.")
        {
            quick, json,
        };
        verb.SetAction(words => Run(words.GetValue(quick), words.GetValue(json)));
        return verb;
    }

    private static int Run(bool quick, FileInfo? json)
    {
        MetricReport report = new();
        (TimeSpan warmUp, TimeSpan duration) = quick ? (QuickWarmUp, QuickDuration) : (LongWarmUp, LongDuration);
        try
        {
            foreach ((int count, int bytes) in Stocks.Where(stock => !quick || stock.Count <= MostWhenQuick))
            {
                ObjectComparison comparison = new($"stock.{count}", report);
                IReadOnlyDictionary<string, int> sizes = count == 1
                    ? comparison.Run(Stock.Bare(), warmUp, duration)
                    : comparison.Run(Stock.List(count), warmUp, duration);
                if (sizes[ObjectFormat.MessagePack] != bytes)
                    throw new InvalidDataException(
                        $"{count} records are {sizes[ObjectFormat.MessagePack]} bytes of MessagePack, not {bytes}");
            }

            new ObjectComparison("record23", report).Run(Record23.Create(), warmUp, duration);
            new GraphComparison(report).Run(warmUp, duration);
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine($"benchmarks objects: {e.Message}");
            return 1;
        }

        if (json is not null)
            report.WriteTo(json);
        return 0;
    }
}
