using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.History;

/// <summary>History for plots.</summary>
public sealed class HistoryOptions
{
    /// <summary>
    /// Seconds that are kept of each stream as least, greatest, first and last value of short stretches; 0 = off. What
    /// a late joiner did not see itself is requested from the connector. Up to 8 MiB a stream: a long history of many
    /// signals has wider stretches.
    /// </summary>
    [Description("seconds of history for plots; 0 = off")]
    [Range(0, BucketPlan.MaxSeconds)]
    public int Seconds { get; set; } = DefaultSeconds;

    /// <summary>Seconds unless configured otherwise.</summary>
    public const int DefaultSeconds = 60;
}
