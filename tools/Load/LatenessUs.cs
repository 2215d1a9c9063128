using FuncLibs.Runtime.Timing;

namespace Tools.Load;

/// <summary>Percentiles of a lateness, in us.</summary>
/// <param name="P50">Median.</param>
/// <param name="P99">99th percentile.</param>
/// <param name="P999">99.9th percentile.</param>
/// <param name="Max">The longest.</param>
public sealed record LatenessUs(double P50, double P99, double P999, double Max)
{
    private const double NsPerUs = 1000;

    /// <summary>Of a histogram.</summary>
    public static LatenessUs Of(LatencyHistogram delays) => new(
        delays.PercentileNs(50) / NsPerUs, delays.PercentileNs(99) / NsPerUs, delays.PercentileNs(99.9) / NsPerUs, delays.MaxNs / NsPerUs);
}
