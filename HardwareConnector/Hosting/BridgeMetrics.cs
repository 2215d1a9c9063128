using System.Diagnostics.Metrics;
using HardwareConnector.Bridge;

namespace HardwareConnector.Hosting;

/// <summary>The bridge in metrics.</summary>
internal static class BridgeMetrics
{
    private const double NsPerSecond = 1e9;

    /// <summary>Adds its instruments.</summary>
    public static void AddTo(Meter meter, BridgeStatus bridge)
    {
        meter.CreateObservableGauge(
            "telemetry.bridge.connected",
            () => bridge.Moment.State is BridgeState.Connecting or BridgeState.Stopped ? 0 : 1,
            "1",
            "1 while the bridge is connected to the broker.");
        meter.CreateObservableGauge(
            "telemetry.bridge.blocked",
            () => bridge.Moment.State == BridgeState.Blocked ? 1 : 0,
            "1",
            "1 while the broker takes nothing.");
        meter.CreateObservableGauge(
            "telemetry.bridge.lag",
            () => bridge.LagNs / NsPerSecond,
            "s",
            "Age of the oldest frame that the broker has not confirmed.");
        meter.CreateObservableGauge(
            "telemetry.bridge.behind",
            () => bridge.Behind,
            "{block}",
            "Blocks that the broker has not confirmed.");
        meter.CreateObservableGauge(
            "telemetry.bridge.outstanding",
            () => bridge.Outstanding,
            "{message}",
            "Messages published and not confirmed.");
        meter.CreateObservableCounter(
            "telemetry.bridge.confirmed", () => bridge.Confirmed, "{frame}", "Frames confirmed by the broker.");
        meter.CreateObservableCounter(
            "telemetry.bridge.confirmed_bytes", () => bridge.ConfirmedBytes, "By", "Bytes of confirmed frames.");
        meter.CreateObservableCounter(
            "telemetry.bridge.published", () => bridge.Published, "{frame}", "Frames published to the broker.");
        meter.CreateObservableCounter(
            "telemetry.bridge.published_again",
            () => bridge.PublishedAgain,
            "{frame}",
            "Frames published again because they were not confirmed.");
        meter.CreateObservableCounter(
            "telemetry.bridge.missing",
            () => bridge.Missing,
            "{frame}",
            "Frames that the journal did not have when the bridge came to them.");
        meter.CreateObservableCounter(
            "telemetry.bridge.sessions", () => bridge.Sessions, "{connection}", "Connections to the broker.");
        meter.CreateObservableCounter(
            "telemetry.bridge.failures",
            () => bridge.Failures,
            "{failure}",
            "Attempts and connections that ended with a fault.");
    }
}
