using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Dashboard.Live;

/// <summary>The dashboard in the browser.</summary>
public sealed class DashboardOptions
{
    /// <summary>true: pages at `/` and their data under `/api` and `/live`; false: neither is there.</summary>
    [Description("serve the dashboard at / of Http:Url, and its data under /api and /live")]
    public bool Enabled { get; set; } = true;

    /// <summary>
    /// Browsers that `/live` serves at one time, 1 to 1,000; one more gets 503 with a reason. Each takes up to some MiB
    /// for what waits to be sent to it, and time of the one thread that writes for all of them. Ignored without the
    /// dashboard.
    /// </summary>
    [Description("browsers that /live serves at one time; one more is refused")]
    [Range(1, 1_000)]
    public int MaxBrowsers { get; set; } = LiveLimits.Browsers;
}
