using System.Diagnostics.Metrics;
using FuncLibs.Messaging.Transport;

namespace FuncLibs.Hosting.Transports;

/// <summary>The library as a metric: always 1, its name and version are tags.</summary>
public static class TransportMetrics
{
    /// <summary>Adds it to a meter.</summary>
    public static void AddTo(Meter meter, ITransport transport)
    {
        KeyValuePair<string, object?>[] tags =
        [
            new("library", transport.Library.Name),
            new("version", transport.Library.Version),
        ];
        meter.CreateObservableGauge(
            "telemetry.transport.info", () => new Measurement<int>(1, tags), "1", "1; its tags say which ZeroMQ library runs, and its version.");
    }
}
