using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.TestReports;

/// <summary>Options of the verb `report`.</summary>
internal sealed class ReportVerbOptions
{
    /// <summary>Where the blocks are.</summary>
    [Description("the folder of a recording, or the journal of a connector")]
    [Required]
    public string Source { get; set; } = "";

    /// <summary>The page.</summary>
    [Description("the page to make; one that is there already is refused")]
    [Required]
    public string Out { get; set; } = "report.html";

    /// <summary>Name of the stream.</summary>
    [Description("name of the stream; needed when there are several")]
    public string? Stream { get; set; }

    /// <summary>Channels to plot.</summary>
    [Description("channels to plot: names or patterns with commas between them; without it force, stroke, strain and "
        + "extension of each servo channel")]
    public string? Channels { get; set; }
}
