using FuncLibs.Hosting.Certificates;
using SignalMonitor.Receiving;

namespace SignalMonitor.Certifying;

/// <summary>Puts the certificate of this monitor together, when somebody asks. Any thread.</summary>
internal sealed class CertificateMaker(MonitorConnections connections, TimeProvider time)
{
    /// <summary>The certificate now.</summary>
    /// <param name="final">True once nothing is received any more.</param>
    public RunCertificate Make(bool final) => CertificateFile.Seal(new RunCertificate
    {
        Made = time.GetUtcNow(),
        Program = $"SignalMonitor {typeof(CertificateMaker).Assembly.GetName().Version?.ToString(3)}",
        Host = Environment.MachineName,
        Final = final,
        Streams = [.. connections.All.SelectMany(Of)],
    });

    private static IEnumerable<CertifiedStream> Of(MonitorConnection connection)
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
                    Name = stream.Name,
                };
            }
        }
    }
}
