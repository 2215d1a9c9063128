using System.Globalization;

namespace Tools.Load;

/// <summary>A load run for people.</summary>
internal static class LoadText
{
    /// <summary>The arguments of a connector that takes all rigs.</summary>
    public static string ConnectorArguments(IEnumerable<string> endpoints) =>
        string.Join(' ', endpoints.Select((endpoint, i) => string.Create(CultureInfo.InvariantCulture, $"--Sources:{i}:Endpoint {endpoint}")));

    /// <summary>The report as a table: a line a rig, and the total.</summary>
    public static IEnumerable<string> Table(LoadReport report)
    {
        yield return Line($"{report.Rigs.Count} x {report.Preset} at {report.BlocksPerSecond:0.###} blocks/s for {report.Seconds:0.0} s{(report.EndedEarly ? ", ended early" : "")}; late: over {report.LateAfterUs:0} us");
        yield return Line($"{"rig",-6} {"due",9} {"sent",9} {"late",8} {"missed",8} {"never",7} {"dropped",8} {"unserved",9} {"p50 us",8} {"p99",8} {"p99.9",8} {"max",9} {"core",7}");
        foreach (RigLoad rig in report.Rigs.Append(report.Total))
            yield return Row(rig);
    }

    private static string Row(RigLoad rig) =>
        Line($"{rig.Name,-6} {rig.Due,9} {rig.Sent,9} {rig.Late,8} {rig.Missed,8} {rig.Never,7} {rig.Dropped,8} {rig.Unserved,9} ")
        + Line($"{rig.LatenessUs.P50,8:0} {rig.LatenessUs.P99,8:0} {rig.LatenessUs.P999,8:0} {rig.LatenessUs.Max,9:0} {rig.CpuShare,7:P1}");

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
