using System.Globalization;
using Tools.Load;

namespace Benchmarks.Scaling;

/// <summary>What a number of rigs must keep to be held.</summary>
public static class ScaleRule
{
    /// <summary>Longest 99th percentile of the lag, ms.</summary>
    public const double MaxLagMs = 1000;

    /// <summary>
    /// Why the number of rigs is not held, in one line; null when it is. Blocks that the rigs made late are late at the
    /// monitor too.
    /// </summary>
    /// <param name="lost">Blocks that were due after the warm-up and are not at the monitor.</param>
    /// <param name="lag">Of the window.</param>
    /// <param name="load">All rigs together.</param>
    public static string? FindLimit(long lost, LagFigures lag, RigLoad load) =>
        load.Never > 0 ? Line($"the load was not made: {load.Never} of {load.Due} blocks")
        : lost > 0 ? Line($"{lost} blocks were lost")
        : lag.P99Ms > MaxLagMs ? Line($"the lag is {lag.P99Ms:0} ms at its 99th percentile")
        : null;

    /// <summary>Share of blocks that came a period late or later, or never.</summary>
    public static double Missed(RigLoad load) => load.Due == 0 ? 1 : (double)load.Missed / load.Due;

    private static string Line(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
