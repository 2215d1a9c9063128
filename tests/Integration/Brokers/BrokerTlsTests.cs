using System.Security.Cryptography.X509Certificates;
using Testing;
using Testing.Brokers;
using Testing.Certificates;
using Testing.Processes;

namespace Integration.Brokers;

/// <summary>A broker with TLS: what is said of wrong certificates and ports, and that nothing is lost.</summary>
public sealed class BrokerTlsTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(2);
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private readonly TemporaryFolder _folder = new();
    private readonly X509Certificate2 _authority = TestCertificates.Authority("lab authority", Now);
    private readonly X509Certificate2 _good;
    private readonly string _caFile;

    public BrokerTlsTests()
    {
        _good = TestCertificates.Create(Now, authority: _authority);
        _caFile = _folder.File("authority.pem");
        File.WriteAllText(_caFile, _authority.ExportCertificatePem());
    }

    [RabbitMqFact]
    public void Certificate_ThatIsNotTrusted_IsSaidAndNothingIsLost()
    {
        using X509Certificate2 other = TestCertificates.Authority("other authority", Now);
        using X509Certificate2 ofNobody = TestCertificates.Create(Now, authority: other);
        using X509Certificate2 ofAnotherHost = TestCertificates.Create(Now, authority: _authority, host: "other.lab");
        using X509Certificate2 expired =
            TestCertificates.Create(Now, fromDays: -9, untilDays: -1, authority: _authority);
        using RabbitMqServer server = RabbitMqServer.StartWithTls(_good);
        using BridgedRig rig = new(Tls(server.TlsPort), "tls");

        Refuse(server, rig, ofNobody, "is signed by nobody who is trusted");
        Refuse(server, rig, ofAnotherHost, "is for other.lab, not for 127.0.0.1: use one of its names");
        Refuse(server, rig, expired, "expired on ");
        server.Show(_good);
        rig.WaitForRun();

        rig.Dropped.ShouldBe(0);
        BridgedRigTests.CheckAccount(rig);
    }

    [RabbitMqFact]
    public void Port_OfTheOtherProtocol_IsSaidAndNothingIsLost()
    {
        using RabbitMqServer server = RabbitMqServer.StartWithTls(_good);
        using BridgedRig rig = new(Tls(server.TlsPort), "port");

        foreach ((BrokerAccess access, string said) in new (BrokerAccess, string)[]
        {
            (new BrokerAccess($"amqp://127.0.0.1:{server.TlsPort}"), "if that port is for TLS, use amqps://"),
            (Tls(server.Port), "If that port is without TLS, use its port for TLS (5671)"),
        })
        {
            rig.KillConnector();
            rig.StartConnector(access);
            Eventually.True(
                () => rig.BridgeFault?.Contains(said, StringComparison.Ordinal) == true,
                $"the bridge says '{said}'",
                Limit);
            using HostProcess monitor = access.StartMonitor(_folder.File("lost"), "port");
            monitor.WaitForError(said);
            Eventually.True(
                () => rig.Bridge.GetProperty("failures").GetInt64() > 2, "the bridge keeps trying", Limit);
        }

        rig.KillConnector();
        rig.StartConnector();
        rig.WaitForRun();
        BridgedRigTests.CheckAccount(rig);
    }

    public void Dispose()
    {
        _good.Dispose();
        _authority.Dispose();
        _folder.Dispose();
    }

    private BrokerAccess Tls(int port) => new($"amqps://127.0.0.1:{port}") { CaFile = _caFile };

    private static void Refuse(RabbitMqServer server, BridgedRig rig, X509Certificate2 certificate, string reason)
    {
        server.Show(certificate);
        string said = $"no TLS with the broker amqps://127.0.0.1:{server.TlsPort}: the certificate CN=lab {reason}";
        Eventually.True(
            () => rig.BridgeFault?.Contains(said, StringComparison.Ordinal) == true,
            $"the bridge says {reason}",
            Limit);
        Eventually.True(
            () => rig.Queue.GetProperty("fault").GetString()?.Contains(said, StringComparison.Ordinal) == true,
            $"the monitor says {reason}",
            Limit);
    }
}
