using FuncLibs.Runtime.Timing;

namespace Benchmarks.Scaling;

/// <summary>
/// How old a value was when it was ready, from the time at which its block was due at the rig, over all blocks of a
/// window.
/// </summary>
/// <param name="Blocks">Blocks of the window.</param>
/// <param name="LeftOut">Of these, blocks of a backlog, for which the monitor has no latency.</param>
/// <param name="P50Ms">Median, ms.</param>
/// <param name="P99Ms">99th percentile, ms.</param>
/// <param name="P999Ms">99.9th percentile, ms.</param>
public sealed record LagFigures(long Blocks, long LeftOut, double P50Ms, double P99Ms, double P999Ms)
{
    // A monitor takes what came this long after it was published for a backlog: its lag was at least this.
    private const long BacklogNs = 2 * UtcClock.NanosecondsPerSecond;
    private const double NsPerMs = 1e6;

    /// <summary>Of the latencies of a monitor.</summary>
    /// <param name="latencies">Those that it has.</param>
    /// <param name="leftOut">Blocks that it left out; each counts with the least lag that it can have had.</param>
    public static LagFigures From(IEnumerable<LatencyBucket> latencies, long leftOut)
    {
        LatencyHistogram all = new();
        all.Add(latencies);
        if (leftOut > 0)
            all.Add([new LatencyBucket(BacklogNs, leftOut)]);
        return new LagFigures(
            all.Count,
            leftOut,
            all.PercentileNs(50) / NsPerMs,
            all.PercentileNs(99) / NsPerMs,
            all.PercentileNs(99.9) / NsPerMs);
    }
}
