using FuncLibs.Hosting.Certificates;
using SignalMonitor.Connections;
using SignalMonitor.Streams;

namespace SignalMonitor.Certifying;

/// <summary>Puts the certificate of this monitor together, on request. Any thread.</summary>
internal sealed class CertificateBuilder(MonitorConnections connections, TimeProvider time)
{
    private const double NsPerUs = 1000;

    /// <summary>The certificate now, not sealed.</summary>
    /// <param name="final">True once nothing is received any more.</param>
    /// <param name="station">Site/rig whose streams it has; null = all.</param>
    public RunCertificate Build(bool final, string? station = null) => new()
    {
        Created = time.GetUtcNow(),
        Program = $"SignalMonitor {typeof(CertificateBuilder).Assembly.GetName().Version?.ToString(3)}",
        Host = Environment.MachineName,
        Final = final,
        Streams = [.. Of(station).SelectMany(CertifyStreams)],
        Clocks = [.. Of(station).SelectMany(ClockOf)],
    };

    private IEnumerable<MonitorConnection> Of(string? station) =>
        connections.All.Where(connection => station is null || connection.Station == station);

    private static IEnumerable<CertifiedClock> ClockOf(MonitorConnection connection)
    {
        if (connection.Receive.State.Clock.Read().Estimate is { } estimate)
            yield return new CertifiedClock(
                connection.Endpoint, estimate.OffsetNs / NsPerUs, estimate.BoundNs / NsPerUs);
    }

    private static IEnumerable<CertifiedStream> CertifyStreams(MonitorConnection connection)
    {
        foreach (MonitoredStream stream in connection.Receive.Streams.All.ToArray())
        {
            foreach (CertifiedStream entry in stream.Certify())
            {
                yield return entry with
                {
                    Connector = connection.Endpoint,
                    Publisher = stream.Publisher,
                    Stream = stream.Id,
                    Name = stream.OwnName,
                };
            }
        }
    }
}
