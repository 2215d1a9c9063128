using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Signals.Buckets;

namespace HardwareConnector.Configuration;

/// <summary>The look back that plots of late joiners begin with.</summary>
public sealed class HistoryOptions
{
    /// <summary>
    /// Seconds that are kept of each stream as least, greatest, first and last value of short stretches; 0 = off. Up to 8 MiB a stream: a
    /// long look back of many signals has wider stretches.
    /// </summary>
    [Description("seconds that a consumer may look back for plots; 0 = off")]
    [Range(0, BucketPlan.MaxSeconds)]
    public int Seconds { get; set; } = 60;
}
