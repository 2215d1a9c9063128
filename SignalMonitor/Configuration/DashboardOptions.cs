using System.ComponentModel;

namespace SignalMonitor.Configuration;

/// <summary>The dashboard in the browser.</summary>
public sealed class DashboardOptions
{
    /// <summary>true: pages at `/` and their data under `/api` and `/live`; false: neither is there.</summary>
    [Description("serve the dashboard at / of Http:Url, and its data under /api and /live")]
    public bool Enabled { get; set; } = true;
}
