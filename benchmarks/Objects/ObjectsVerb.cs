using System.CommandLine;
using Benchmarks.Measuring;
using Benchmarks.Rigs;
using FuncLibs.Hosting;
using FuncLibs.Objects;

namespace Benchmarks.Objects;

/// <summary>
/// <c>benchmarks objects [--quick] [--json FILE] [--only PART]</c>: the serializers of objects over the shapes that
/// were published.
/// </summary>
internal static class ObjectsVerb
{
    // As published: a bare record, then lists; bytes of MessagePack with keys 0, 1 and 2.
    private static readonly (int Count, int Bytes)[] Stocks =
    [
        (1, 26), (10, 281), (100, 2893), (1000, 29_893), (10_000, 308_893), (100_000, 3_188_895),
        (1_000_000, 32_888_895),
    ];

    private const int MostWhenQuick = 10_000;

    // As published, in KB of JSON.
    private static readonly int[] Bodies = [1, 10, 100];

    private static readonly ObjectsPart[] Parts =
    [
        new("stock", RunStock),
        new("record23", RunRecord),
        new("threads", (pace, report) => new ObjectScaling(pace, report).Run()),
        new("bodies", RunBodies),
        new("typed", TypedComparison.Run),
        new("graph", (pace, report) => new GraphComparison(pace, report).Run()),
    ];

    public static Command Create()
    {
        Option<bool> quick =
            new("--quick") { Description = "A second a case instead of 20, and lists of up to 10,000 records." };
        Option<FileInfo?> json =
            new("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        string[] names = [.. Parts.Select(part => part.Name)];
        Option<string?> only =
            new("--only") { Description = $"One part: {string.Join(", ", names)} (default: all)." };
        only.AcceptOnlyFromAmong(names);
        Command verb = new("objects", "Writes and reads objects with every serializer of FuncLibs.Objects.")
        {
            quick, json, only,
        };
        verb.SetAction(words => Run(words.GetValue(quick), words.GetValue(json), words.GetValue(only)));
        return verb;
    }

    private static int Run(bool quick, FileInfo? json, string? only)
    {
        MetricReport report = new();
        ObjectPace pace = quick ? ObjectPace.Quick : ObjectPace.Full;
        report.Add("objects.load.before", MachineLoad.OneMinute(), "threads");
        try
        {
            foreach (ObjectsPart part in Parts.Where(part => only is null || part.Name == only))
                part.Run(pace, report);
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine($"benchmarks objects: {e.Message}");
            return ExitCodes.FatalError;
        }

        report.Add("objects.load.after", MachineLoad.OneMinute(), "threads");
        if (json is not null)
            report.WriteTo(json);
        return ExitCodes.Ok;
    }

    private static void RunStock(ObjectPace pace, MetricReport report)
    {
        foreach ((int count, int bytes) in Stocks.Where(stock => !pace.IsQuick || stock.Count <= MostWhenQuick))
        {
            IReadOnlyList<IObjectSubject> subjects = count == 1
                ? ObjectSubject.CreateAll(Stock.Bare())
                : ObjectSubject.CreateAll(Stock.List(count));
            int written = subjects.Single(subject => subject.Name == ObjectFormat.MessagePack).Bytes;
            if (written != bytes)
                throw new InvalidDataException($"{count} records are {written} bytes of MessagePack, not {bytes}");
            new ObjectComparison($"stock.{count}", pace, report).Run(subjects);
        }
    }

    private static void RunRecord(ObjectPace pace, MetricReport report)
    {
        Record23 record = Record23.Create();
        IReadOnlyList<IObjectSubject> subjects = ObjectSubject.CreateAll(record, KeyedRecord.Of(record));
        new ObjectComparison("record23", pace, report).Run(subjects);
        new ObjectLoad($"record23x{ObjectLoad.Threads}", pace, report).Run(subjects);
    }

    private static void RunBodies(ObjectPace pace, MetricReport report)
    {
        foreach (int kilobytes in Bodies)
        {
            Record23[] records = RecordBody.Create(kilobytes);
            report.Add($"body{kilobytes}k.records", records.Length, "records");
            new ObjectLoad($"body{kilobytes}k", pace, report).Run(
                ObjectSubject.CreateAll<Record23[], KeyedRecord[]>(records, [.. records.Select(KeyedRecord.Of)]));
        }
    }
}
