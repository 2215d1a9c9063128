using System.Globalization;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Timing;

namespace Tools.Load;

/// <summary>How a load run went; the document of `--out`.</summary>
public sealed record LoadReport
{
    /// <summary>Name of the preset.</summary>
    public required string Preset { get; init; }

    /// <summary>Blocks a second that each rig was to make.</summary>
    public required double BlocksPerSecond { get; init; }

    /// <summary>Seconds that were requested; 0 = until it is stopped.</summary>
    public required double RequestedSeconds { get; init; }

    /// <summary>Seconds from the common start to the end of the last rig.</summary>
    public required double Seconds { get; init; }

    /// <summary>Whether it was stopped before its time.</summary>
    public required bool EndedEarly { get; init; }

    /// <summary>From which lateness on a block counts as late, us: half a period.</summary>
    public required double LateAfterUs { get; init; }

    /// <summary>Cores of the machine.</summary>
    public required int Cores { get; init; }

    /// <summary>All rigs together; its share of a core is that of the whole process.</summary>
    public required RigLoad Total { get; init; }

    /// <summary>Each rig.</summary>
    public required IReadOnlyList<RigLoad> Rigs { get; init; }
}

/// <summary>Generated JSON of the report: the simulator writes what the benchmarks read.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(LoadReport))]
public sealed partial class LoadJson : JsonSerializerContext;

/// <summary>
/// The account of one rig, or of all. Each block that was due is one of sent, dropped, unserved and never made; and it
/// was made within a period, or missed.
/// </summary>
public sealed record RigLoad
{
    /// <summary>`rig01` and so on; `total`.</summary>
    public required string Name { get; init; }

    /// <summary>Where it listened; empty for the total.</summary>
    public string Endpoint { get; init; } = "";

    /// <summary>Its seed; 0 for the total.</summary>
    public long Seed { get; init; }

    /// <summary>Blocks whose time came within the run.</summary>
    public required long Due { get; init; }

    /// <summary>Given to the client's queue.</summary>
    public required long Sent { get; init; }

    /// <summary>Refused by the client's full queue.</summary>
    public required long Dropped { get; init; }

    /// <summary>Due while there was no client.</summary>
    public required long Unserved { get; init; }

    /// <summary>Not made, as the rig was too far behind at the end.</summary>
    public required long Never { get; init; }

    /// <summary>More than half a period after their time, missed ones among them.</summary>
    public required long Late { get; init; }

    /// <summary>A period or more after their time, those never made among them.</summary>
    public required long Missed { get; init; }

    /// <summary>Frames of those sent that the client had not taken at the end.</summary>
    public required int Waiting { get; init; }

    /// <summary>Lateness by the intended time, us, of those that were made.</summary>
    public required LatenessUs LatenessUs { get; init; }

    /// <summary>Share of one core, 0 to 1: of the block thread; of the whole process for the total.</summary>
    public required double CpuShare { get; init; }
}

/// <summary>Percentiles of a lateness, in us.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="P999">99.9th percentile.</param>
/// <param name="Max">The longest.</param>
public sealed record LatenessUs(double P50, double P99, double P999, double Max)
{
    private const double NsPerUs = 1000;

    /// <summary>Of a histogram.</summary>
    public static LatenessUs From(LatencyHistogram delays) => new(
        delays.PercentileNs(50) / NsPerUs,
        delays.PercentileNs(99) / NsPerUs,
        delays.PercentileNs(99.9) / NsPerUs,
        delays.MaxNs / NsPerUs);
}

/// <summary>The sums of all rigs.</summary>
internal static class LoadTotal
{
    /// <summary>Sums up.</summary>
    /// <param name="rigs">The rigs.</param>
    /// <param name="lateness">Of the blocks of all of them.</param>
    /// <param name="cpuShare">Share of one core that the process took.</param>
    public static RigLoad Sum(IReadOnlyList<RigLoad> rigs, LatenessUs lateness, double cpuShare) => new()
    {
        Name = "total",
        Due = rigs.Sum(rig => rig.Due),
        Sent = rigs.Sum(rig => rig.Sent),
        Dropped = rigs.Sum(rig => rig.Dropped),
        Unserved = rigs.Sum(rig => rig.Unserved),
        Never = rigs.Sum(rig => rig.Never),
        Late = rigs.Sum(rig => rig.Late),
        Missed = rigs.Sum(rig => rig.Missed),
        Waiting = rigs.Sum(rig => rig.Waiting),
        LatenessUs = lateness,
        CpuShare = cpuShare,
    };
}

/// <summary>A load run for people.</summary>
internal static class LoadText
{
    /// <summary>The arguments of a connector that takes all rigs.</summary>
    public static string ConnectorArguments(IEnumerable<string> endpoints) =>
        string.Join(
            ' ',
            endpoints.Select(
                (endpoint, i) => string.Create(CultureInfo.InvariantCulture, $"--Sources:{i}:Endpoint {endpoint}")));

    /// <summary>The report as a table: a line a rig, and the total.</summary>
    public static IEnumerable<string> Table(LoadReport report)
    {
        yield return Line(
            $"{report.Rigs.Count} x {report.Preset} at {report.BlocksPerSecond:0.###} blocks/s for {report.Seconds:0.0} s{(report.EndedEarly ? ", ended early" : "")}; late: over {report.LateAfterUs:0} us");
        yield return Line(
            $"{"rig",-6} {"due",9} {"sent",9} {"late",8} {"missed",8} {"never",7} {"dropped",8} {"unserved",9} {"p50 us",8} {"p99",8} {"p99.9",8} {"max",9} {"core",7}");
        foreach (RigLoad rig in report.Rigs.Append(report.Total))
            yield return Row(rig);
    }

    private static string Row(RigLoad rig) =>
        Line(
            $"{rig.Name,-6} {rig.Due,9} {rig.Sent,9} {rig.Late,8} {rig.Missed,8} {rig.Never,7} {rig.Dropped,8} {rig.Unserved,9} ")
        + Line(
            $"{rig.LatenessUs.P50,8:0} {rig.LatenessUs.P99,8:0} {rig.LatenessUs.P999,8:0} {rig.LatenessUs.Max,9:0} {rig.CpuShare,7:P1}");

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
