using System.CommandLine;
using System.Diagnostics;
using Benchmarks.Measuring;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Journal;

/// <summary>
/// <c>benchmarks journal [--folder F] [--gb N] [--ring F] [--json FILE]</c>: the journal beside dd on the same
/// disk in turns, the cost of an
/// append at the reference rate, and what opening and checking cost.
/// </summary>
internal static class JournalBenchmarkVerb
{
    private const int Rounds = 3;
    private const int RoundMegabytes = 1024;
    private const double ReferenceRate = 300;
    private static readonly TimeSpan Paced = TimeSpan.FromSeconds(10);

    public static Command Create()
    {
        var folder = new Option<DirectoryInfo?>("--folder") { Description = "Where the disk is that is measured (default: the folder for temporary files)." };
        var size =
            new Option<int>("--gb") { Description = "GB that are opened and verified.", DefaultValueFactory = _ => 10 };
        var ring = new Option<string>("--ring")
        {
            Description = "Folder in memory for what waits for the disk; empty = memory of the process.",
            DefaultValueFactory = _ => "/dev/shm",
        };
        var json = new Option<FileInfo?>("--json") { Description = "Also writes the figures to this file, as [{name, value, unit}]." };
        var verb = new Command(
            "journal", "Write, append, open and verify, beside what dd reaches.") { folder, size, ring, json };
        verb.SetAction(
            result => Run(
                result.GetValue(folder), result.GetValue(size), result.GetValue(ring)!, result.GetValue(json)));
        return verb;
    }

    private static int Run(DirectoryInfo? where, int gigabytes, string ring, FileInfo? json)
    {
        string folder = Path.Combine(where?.FullName ?? Path.GetTempPath(), $"journal-{Guid.NewGuid():N}");
        Directory.CreateDirectory(folder);
        var report = new MetricReport();
        try
        {
            Guid publisher = Guid.NewGuid();
            long frames = Write(folder, publisher, gigabytes, ring, report);
            Open(folder, publisher, report);
            Verify(folder, publisher, frames, report);
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine($"benchmarks journal: {e.Message}");
            return 1;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        if (json is not null)
            report.WriteTo(json);
        return 0;
    }

    // In turns: whatever the disk does meanwhile happens to all of them.
    private static long Write(string folder, Guid publisher, int gigabytes, string ring, MetricReport report)
    {
        List<double> plain = [], synchronous = [], journal = [];
        using var writer = new JournalWriter(folder, publisher, epoch: 1, ring);
        for (int round = 0; round < Rounds; round++)
        {
            plain.Add(DiskBaseline.Plain(folder, RoundMegabytes));
            synchronous.Add(DiskBaseline.Synchronous(folder, RoundMegabytes / 2));
            journal.Add(writer.Flood((long)RoundMegabytes << 20));
        }

        report.Add("journal.dd.plain", Median.Get(plain), "MB/s");
        report.Add("journal.dd.dsync", Median.Get(synchronous), "MB/s");
        report.Add("journal.write", Median.Get(journal), "MB/s");
        report.Add("journal.write.vs-dd", Median.OfRatios(journal, plain), "x");
        report.Add("journal.write.vs-dsync", Median.OfRatios(journal, synchronous), "x");
        LatencyHistogram append = writer.Pace(ReferenceRate, Paced);
        report.Add("journal.append.p50", append.PercentileNs(50) / 1e3, "us");
        report.Add("journal.append.p99", append.PercentileNs(99) / 1e3, "us");
        report.Add("journal.append.max", append.MaxNs / 1e3, "us");
        long rest = (gigabytes * 1_000_000_000L) - (writer.Frames * writer.RecordBytes);
        if (rest > writer.RecordBytes)
            writer.Flood(rest);
        return writer.Frames;
    }

    private static void Open(string folder, Guid publisher, MetricReport report)
    {
        long begun = Stopwatch.GetTimestamp();
        FileOutcome opened = FrameJournal.Open(
            new DiskFiles(folder),
            JournalOptions.Default with { QuotaBytes = 1L << 50 },
            publisher,
            2,
            TimeProvider.System,
            null,
            out FrameJournal? journal);
        TimeSpan taken = Stopwatch.GetElapsedTime(begun);
        using (journal)
        {
            report.Add(
                "journal.size", (journal ?? throw new InvalidDataException(opened.ToString())).StoredBytes / 1e9, "GB");
            report.Add("journal.open", taken.TotalMilliseconds, "ms");
        }
    }

    private static void Verify(string folder, Guid publisher, long frames, MetricReport report)
    {
        long begun = Stopwatch.GetTimestamp();
        VerifyReport found = JournalVerifier.Verify(new DiskFiles(folder), JournalOptions.Default, publisher);
        TimeSpan taken = Stopwatch.GetElapsedTime(begun);
        if (found.Records != frames || found.Ranges.Count > 0 || found.Lost.Count > 0)
            throw new InvalidDataException(
                $"{found.Records} of {frames} frames, {found.Ranges.Count} broken ranges, {found.Lost.Count} missing");
        report.Add("journal.verify", found.Bytes / taken.TotalSeconds / 1e9, "GB/s");
    }
}
