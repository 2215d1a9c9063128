using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Health;

/// <summary>From when on the monitor says that it is not well.</summary>
public sealed class HealthOptions
{
    /// <summary>Free megabytes of the disk of the state folder below which the monitor is degraded; 0 never.</summary>
    [Description("free MB of the disk of State:Folder below which /health is degraded; 0 = never")]
    [Range(0, 10_000_000)]
    public int MinFreeMegabytes { get; set; } = 500;
}
