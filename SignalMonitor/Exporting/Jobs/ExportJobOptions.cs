using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Exporting.Jobs;

/// <summary>Exports that are asked for over HTTP, by the dashboard or another program.</summary>
public sealed class ExportJobOptions
{
    /// <summary>Name of their folder in the state folder of a monitor.</summary>
    public const string FolderName = "exports";

    /// <summary>
    /// Journal of the connector, or the state folder around it, when it is on this machine: what an export without a
    /// recording is of. Empty = recordings only.
    /// </summary>
    [Description("journal of the connector, or its state folder, for exports without a recording; empty = none")]
    public string Journal { get; set; } = "";

    /// <summary>MB of all finished exports together, 1 to 1,000,000; the oldest are removed.</summary>
    [Description("MB that exports asked for over HTTP may have together; the oldest are removed")]
    [Range(1, 1_000_000)]
    public int MaxMegabytes { get; set; } = 10_000;

    /// <summary>Exports that are listed at most, 1 to 1000; the oldest are removed.</summary>
    [Description("exports asked for over HTTP that are kept; the oldest are removed")]
    [Range(1, 1000)]
    public int Keep { get; set; } = 20;

    /// <summary>MB of the disk that exports leave free, 0 to 1,000,000: more than recordings do.</summary>
    [Description("MB of the disk that exports asked for over HTTP leave free")]
    [Range(0, 1_000_000)]
    public int ReservedMegabytes { get; set; } = 2000;
}
