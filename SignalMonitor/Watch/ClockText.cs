using System.Globalization;
using SignalMonitor.Receiving;

namespace SignalMonitor.Watch;

/// <summary>The connector's clock for people: how far latencies can be wrong by it, how far it is ahead,
/// and steps where there were any.</summary>
internal static class ClockText
{
    private const double NsPerMs = 1e6;

    /// <summary>As fields of a line; empty while nothing is known.</summary>
    public static string Fields(in ClockReading clock) => clock.Estimate is not { } known ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $" error={Error(clock, "0.000")}ms offset={known.OffsetNs / NsPerMs:+0.000;-0.000}ms bound={known.BoundNs / NsPerMs:0.000}ms")
        + (Steps(clock) is > 0 and long steps ? string.Create(CultureInfo.InvariantCulture, $" clocksteps={steps}") : "");

    /// <summary>As words behind a latency; empty while nothing is known.</summary>
    public static string Words(in ClockReading clock) => clock.Estimate is not { } known ? "" : string.Create(
        CultureInfo.InvariantCulture,
        $" ±{Error(clock, "0.00")} ms  clock {known.OffsetNs / NsPerMs:+0.00;-0.00} ±{known.BoundNs / NsPerMs:0.00} ms")
        + (Steps(clock) is > 0 and long steps ? string.Create(CultureInfo.InvariantCulture, $"  [yellow]clock steps {steps}[/]") : "");

    private static string Error(in ClockReading clock, string format) =>
        (clock.LatencyErrorNs / NsPerMs)?.ToString(format, CultureInfo.InvariantCulture) ?? "?";

    private static long Steps(in ClockReading clock) => clock.OwnSteps + clock.ConnectorSteps + clock.Jumps;
}
