using System.Globalization;
using Benchmarks.Serialization.Data;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;

namespace Benchmarks.Archive;

/// <summary>
/// Tests of ten years on twenty rigs with ten results each, made by a fixed seed; and what a search of them has to
/// find, by comparing each test in memory.
/// </summary>
internal sealed class SyntheticArchive
{
    private const ulong Seed = 1;
    private const int Rigs = 20;
    private const int MinutesOfYears = 10 * 365 * 24 * 60;
    private const double MeanStrength = 500;

    private static readonly string[] Names = ["A", "Ag", "Agt", "E", "Fm", "N", "ReH", "ReL", "Rm", "Rp02"];

    private readonly ArchivedTest[] _newestFirst;

    public SyntheticArchive(int tests)
    {
        Noise noise = new(Seed);
        _newestFirst =
        [
            .. Enumerable.Range(0, tests).Select(number => Create(number, noise))
                .OrderByDescending(test => test.StartedUtc).ThenByDescending(test => test.Id, StringComparer.Ordinal),
        ];
    }

    /// <summary>The first test.</summary>
    public static DateTimeOffset Begin { get; } = new(2016, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>All of them.</summary>
    public IReadOnlyList<ArchivedTest> Tests => _newestFirst;

    /// <summary>Name of a rig.</summary>
    public static string RigOf(int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{(number % 2 == 0 ? "lab" : "hall")}/rig{number % Rigs}");

    /// <summary>Name of a specimen: each has three tests.</summary>
    public static string SpecimenOf(int number) => string.Create(
        CultureInfo.InvariantCulture, $"{(number % 5 == 0 ? "Ti" : "AL")}-{number / 3:00000}");

    /// <summary>The page that a search has to give.</summary>
    public ArchivedTest[] Expect(ArchiveQuery query) =>
        [.. _newestFirst.Where(test => Fits(query, test)).Take(query.Limit)];

    private static bool Fits(ArchiveQuery query, ArchivedTest test) =>
        (query.Rig is null || $"{test.Site}/{test.Rig}" == query.Rig)
        && (query.Specimen is null || FitsSpecimen(query.Specimen, test.Specimen!))
        && (query.From is null || test.StartedUtc >= query.From)
        && (query.Before is null || test.StartedUtc < query.Before)
        && query.Results.All(condition => test.Results.Any(result => result.Name == condition.Name
            && (condition.IsAtLeast ? result.Value >= condition.Value : result.Value <= condition.Value)))
        && (query.After is not { } after || test.StartedUtc < after.StartedUtc
            || (test.StartedUtc == after.StartedUtc && string.CompareOrdinal(test.Id, after.Id) < 0));

    private static bool FitsSpecimen(string wanted, string specimen) => wanted.EndsWith('*')
        ? specimen.StartsWith(wanted[..^1], StringComparison.OrdinalIgnoreCase)
        : specimen.Contains(wanted, StringComparison.OrdinalIgnoreCase);

    private static ArchivedTest Create(int number, Noise noise)
    {
        string[] station = RigOf(noise.Next(0, Rigs - 1)).Split('/');
        DateTimeOffset started = Begin.AddMinutes(noise.Next(0, MinutesOfYears));
        string run = string.Create(CultureInfo.InvariantCulture, $"T-{number}");
        return new ArchivedTest
        {
            Id = string.Create(CultureInfo.InvariantCulture, $"{noise.Next(0, int.MaxValue):x8}{number:x24}"),
            Site = station[0],
            Rig = station[1],
            Run = run,
            Folder = run,
            Attempt = 1,
            Specimen = SpecimenOf(number),
            Operator = "kim",
            L0Mm = 50,
            S0Mm2 = 78.54,
            ControlMode = "stroke",
            StartedUtc = started,
            StoppedUtc = started.AddMinutes(1),
            ClosedUtc = started.AddMinutes(1),
            BlocksExpected = 18_000,
            BlocksReceived = 18_000,
            BlocksLost = 0,
            Complete = true,
            Bytes = 1 << 30,
            Monitor = "monitor1",
            ArchivedUtc = started.AddMinutes(2),
            Results =
            [
                .. Names.Select(name => new ArchivedResult(
                    name, MeanStrength * (0.5 + noise.NextDouble()), "MPa", "final")),
            ],
        };
    }
}
