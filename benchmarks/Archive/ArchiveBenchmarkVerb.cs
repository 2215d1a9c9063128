using System.CommandLine;
using System.Diagnostics;
using Benchmarks.Measuring;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Variables.Database;

namespace Benchmarks.Archive;

/// <summary>
/// <c>benchmarks archive [--tests N] [--searches N] [--json FILE]</c>: how long searches of the catalogue of an archive
/// take, each kind with changing values, in a PostgreSQL that it starts. Every answer is compared with what the tests
/// in memory give.
/// </summary>
internal static class ArchiveBenchmarkVerb
{
    private const int DeepPages = 20;

    public static Command Create()
    {
        var tests = new Option<int>("--tests")
        {
            Description = "Tests in the catalogue.",
            DefaultValueFactory = _ => 10_000,
        };
        var searches = new Option<int>("--searches")
        {
            Description = "Searches of each kind.",
            DefaultValueFactory = _ => 300,
        };
        var json = new Option<FileInfo?>("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        var verb = new Command("archive", "Searches of the archive's catalogue, each answer checked.")
        {
            tests, searches, json,
        };
        verb.SetAction(result => Run(result.GetValue(tests), result.GetValue(searches), result.GetValue(json)));
        return verb;
    }

    private static int Run(int tests, int searches, FileInfo? json)
    {
        try
        {
            using BenchmarkPostgres? server = BenchmarkPostgres.Start();
            if (server is null)
                throw new InvalidDataException("PostgreSQL is not installed: sudo apt-get install postgresql");
            using ArchiveCatalogue catalogue = new(server.Connection, TimeProvider.System);
            SyntheticArchive archive = new(tests);
            MetricReport report = new();
            long begun = Stopwatch.GetTimestamp();
            Check(catalogue.Replace("benchmark", archive.Tests));
            report.Add("archive.rebuild", tests / Stopwatch.GetElapsedTime(begun).TotalSeconds, "tests/s");
            foreach ((string name, Func<int, ArchiveQuery> queryOf) in Kinds(archive))
                Measure(report, name, catalogue, archive, queryOf, searches);
            if (json is not null)
                report.WriteTo(json);
            return 0;
        }
        catch (InvalidDataException e)
        {
            Console.Error.WriteLine($"benchmarks archive: {e.Message}");
            return 1;
        }
    }

    private static IEnumerable<(string Name, Func<int, ArchiveQuery> QueryOf)> Kinds(SyntheticArchive archive)
    {
        int count = archive.Tests.Count;
        yield return ("newest", _ => new ArchiveQuery());
        yield return ("rig", i => new ArchiveQuery { Rig = SyntheticArchive.RigOf(i) });
        yield return ("specimen.prefix", i => new ArchiveQuery { Specimen = $"al-0{i % 4}*" });
        yield return ("specimen.part", i => new ArchiveQuery
        {
            Specimen = SyntheticArchive.SpecimenOf(i * 7 % count)[3..],
        });
        yield return ("dates", i => new ArchiveQuery
        {
            From = SyntheticArchive.Begin.AddDays(i * 10),
            Before = SyntheticArchive.Begin.AddDays((i * 10) + 30),
        });
        yield return ("result.many", i => ForStrength(400 + (i % 100)));
        yield return ("result.few", i => ForStrength(749 + (i % 10 / 10.0)));
        yield return ("result.none", i => ForStrength(1000 + i));
        yield return ("all", i => ForStrength(500) with
        {
            Rig = SyntheticArchive.RigOf(i),
            Specimen = "al",
            From = SyntheticArchive.Begin.AddDays(i),
        });
        yield return ("page", i => new ArchiveQuery
        {
            After = PageKey.Of(archive.Tests[Math.Min(count, ArchiveQuery.DefaultLimit * (1 + (i % DeepPages))) - 1]),
        });
    }

    private static ArchiveQuery ForStrength(double least) =>
        new() { Results = [new ResultCondition("Rm", true, least, null)] };

    private static void Measure(
        MetricReport report,
        string name,
        ArchiveCatalogue catalogue,
        SyntheticArchive archive,
        Func<int, ArchiveQuery> queryOf,
        int searches)
    {
        List<double> times = [];
        long found = 0;
        for (int i = 0; i < searches; i++)
        {
            ArchiveQuery query = queryOf(i);
            long begun = Stopwatch.GetTimestamp();
            ArchivePage page = Check(catalogue.Search(query));
            times.Add(Stopwatch.GetElapsedTime(begun).TotalMilliseconds);
            ArchivedTest[] expected = archive.Expect(query);
            found += expected.Length;
            IEnumerable<ArchivedResult> results = expected.SelectMany(test => test.Results);
            if (!page.Tests.Select(test => test.Id).SequenceEqual(expected.Select(test => test.Id))
                || !page.Tests.SelectMany(test => test.Results).SequenceEqual(results))
                throw new InvalidDataException(
                    $"{name} {i}: {page.Tests.Count} tests were found, and not the {expected.Length} that fit");
        }

        times.Sort();
        report.Add($"archive.{name}.p50", times[times.Count / 2], "ms");
        report.Add($"archive.{name}.p99", times[(int)(times.Count * 0.99)], "ms");
        report.Add($"archive.{name}.found", (double)found / searches, "tests");
    }

    private static T Check<T>(DatabaseResult<T> result)
        where T : class =>
        result.Has(out T? value, out DatabaseFault? fault) ? value : throw new InvalidDataException(fault.Text);
}
