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

    /// <summary>Site/rig of a journal; null = the first of the configuration.</summary>
    [Description("of a journal: site/rig whose definitions are used; without it the first of the configuration")]
    public string? Station { get; set; }

    /// <summary>Channels to plot.</summary>
    [Description("channels to plot: names or patterns with commas between them; without it force, stroke, strain and "
        + "extension of each servo channel")]
    public string? Channels { get; set; }

    /// <summary>Signal whose cycles are shown.</summary>
    [Description("signal whose cycles are shown, perhaps with its noise band: \"servo1.force, 2 kN\"; without it those "
        + "that calculated channels look at")]
    public string? Cycles { get; set; }

    /// <summary>Cycles whose hysteresis loop is drawn.</summary>
    [Description("cycles whose hysteresis loop is drawn, with commas between them, 12 at most; the last one is always drawn")]
    public string Loops { get; set; } = "1,10,100,1000,10000,100000,1000000";
}
