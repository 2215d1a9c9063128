using System.Text.Json;
using SignalMonitor.Receiving;

namespace SignalMonitor.Health;

/// <summary>Latency with its error, and the clock that the error comes from, as JSON. Unknown is null.</summary>
internal static class ClockJson
{
    private const double NsPerUs = 1000;

    /// <summary>
    /// Latencies as they were measured, how far the clocks may falsify them, and, only where the clocks are proved to
    /// differ, what they are on the connector's clock, good to its bound.
    /// </summary>
    public static void WriteLatency(Utf8JsonWriter json, in StreamLatency latency)
    {
        json.WriteStartObject("latency");
        json.WriteNumber("p50Us", latency.P50Ns / NsPerUs);
        json.WriteNumber("p99Us", latency.P99Ns / NsPerUs);
        Write(json, "errorUs", latency.Clock.LatencyErrorNs);
        Write(json, "correctedP50Us", latency.P50Ns + latency.Clock.CorrectionNs);
        Write(json, "correctedP99Us", latency.P99Ns + latency.Clock.CorrectionNs);
        json.WriteEndObject();
    }

    /// <summary>
    /// The connector's clock: how far it is ahead, how far that can be wrong, and what was seen of steps.
    /// </summary>
    public static void WriteClock(Utf8JsonWriter json, in ClockReading clock)
    {
        json.WriteStartObject("clock");
        Write(json, "offsetUs", clock.Estimate?.OffsetNs);
        Write(json, "boundUs", clock.Estimate?.BoundNs);
        Write(json, "delayUs", clock.Estimate?.DelayNs);
        json.WriteNumber("probes", clock.Probes);
        json.WriteNumber("refused", clock.Refused);
        json.WriteNumber("jumps", clock.Jumps);
        json.WriteNumber("steps", clock.OwnSteps);
        json.WriteNumber("connectorSteps", clock.ConnectorSteps);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, long? nanoseconds)
    {
        if (nanoseconds is { } known)
            json.WriteNumber(name, known / NsPerUs);
        else
            json.WriteNull(name);
    }
}
