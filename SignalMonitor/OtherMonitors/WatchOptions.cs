using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.OtherMonitors;

/// <summary>Other monitors that this one watches, because none can tell that it is gone itself.</summary>
public sealed class WatchOptions
{
    /// <summary>The monitors.</summary>
    public OtherMonitorOptions[] Monitors { get; set; } = [];

    /// <summary>Seconds between two questions to each.</summary>
    [Description("seconds between two questions to each watched monitor")]
    [Range(1, 3600)]
    public int IntervalSeconds { get; set; } = 5;

    /// <summary>Seconds without an answer after which a monitor counts as gone.</summary>
    [Description("seconds without an answer after which a watched monitor counts as gone")]
    [Range(1, 86_400)]
    public int GoneSeconds { get; set; } = 30;
}

/// <summary>A monitor to watch.</summary>
public sealed class OtherMonitorOptions
{
    /// <summary>What it is called in messages.</summary>
    [Description("name of the watched monitor: 1 to 32 of a-z 0-9 _ -")]
    [RegularExpression("^[a-z0-9_-]{1,32}$")]
    public string Name { get; set; } = "";

    /// <summary>Where it serves, without /health.</summary>
    [Description("address of the watched monitor, such as http://127.0.0.1:5090 or https://monitor2.lab:5080")]
    public string Url { get; set; } = "";

    /// <summary>File with the token that it demands; empty: it demands none.</summary>
    [Description("file with the token of the watched monitor, mode 600; empty = none")]
    public string TokenFile { get; set; } = "";

    /// <summary>PEM file with the authority of its certificate; empty: those of the system.</summary>
    [Description("PEM file with the authority of its certificate; empty = those of the system")]
    public string CaFile { get; set; } = "";
}
