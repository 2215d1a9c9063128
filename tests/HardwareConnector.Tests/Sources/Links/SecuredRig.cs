using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Links;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;
using Testing;
using Testing.Certificates;

namespace HardwareConnector.Tests.Sources.Links;

/// <summary>
/// The simulated rig behind a link with TLS, with a lab's authority, the certificate of a connector, and a token.
/// </summary>
internal sealed class SecuredRig : IDisposable
{
    public const string Token = "4f1c0ffee-a-token-of-the-lab";

    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    private readonly CancellationTokenSource _stop = new();
    private readonly TemporaryFolder _folder = new();
    private readonly Thread[] _threads;

    /// <param name="certificate">The rig's; null = a good one, for localhost and 127.0.0.1.</param>
    /// <param name="demandsCertificate">Whether connectors need a certificate of the lab.</param>
    /// <param name="demandsToken">Whether connectors need the token.</param>
    /// <param name="hasTls">false = a link without TLS.</param>
    /// <param name="blocksPerSecond">Rate of the rig.</param>
    /// <param name="daysAgo">When the rig read its certificate, in days.</param>
    public SecuredRig(
        Func<X509Certificate2, X509Certificate2>? certificate = null,
        bool demandsCertificate = false,
        bool demandsToken = false,
        bool hasTls = true,
        int blocksPerSecond = 100,
        int daysAgo = 0)
    {
        var started = new FakeTime();
        started.Step(Now.AddDays(-daysAgo) - started.GetUtcNow());
        Authority = TestCertificates.Authority("lab", Now);
        CaFile = _folder.File("ca.pem");
        File.WriteAllText(CaFile, Authority.ExportCertificatePem());
        TokenFile = WriteSecret("token", Token);
        using X509Certificate2 own = (certificate ?? Good)(Authority);
        Fingerprint = own.GetCertHashString(HashAlgorithmName.SHA256);
        (string path, string key) = own.Write(_folder.Path, "rig");
        var rig = new SimulatedRig(PresetChange.Apply(RigPresets.Find("small")!, blocksPerSecond, 0, out _), 1);
        var settings = new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), rig.Description)
        {
            Tls = !hasTls ? null : new LinkServerTls(
                path, key, demandsCertificate ? CaFile : "", demandsToken ? TokenFile : "", started),
        };
        Server = new LinkServer(settings, TimeProvider.System, NullLogger<LinkServer>.Instance);
        var clock = new PacedClock(rig.Description.PointsPerBlock, rig.Description.BaseRateHz, TimeProvider.System);
        Loop = new BlockLoop(rig, Server, clock);
        _threads = [new(() => Server.Run(_stop.Token)), new(() => Loop.Run(_stop.Token))];
        foreach (Thread thread in _threads)
            thread.Start();
    }

    public LinkServer Server { get; }

    public BlockLoop Loop { get; }

    public X509Certificate2 Authority { get; }

    public string CaFile { get; }

    public string TokenFile { get; }

    /// <summary>Of the rig's certificate.</summary>
    public string Fingerprint { get; }

    /// <summary>A connector that trusts the lab and shows nothing.</summary>
    public RigTlsOptions Trusting => new() { CaFile = CaFile };

    public static X509Certificate2 Good(X509Certificate2 authority) =>
        TestCertificates.Create(Now, "rig1", authority: authority);

    /// <summary>A connector that trusts the lab and shows a certificate.</summary>
    /// <param name="authority">Who signed it; null = nobody that the lab knows.</param>
    public RigTlsOptions Showing(X509Certificate2? authority)
    {
        using X509Certificate2 made =
            TestCertificates.Create(Now, "connector", TestCertificates.ClientPurpose, authority: authority);
        (string path, string key) = made.Write(_folder.Path, "connector");
        return new RigTlsOptions { CaFile = CaFile, Certificate = path, CertificateKey = key };
    }

    /// <summary>Another certificate of the rig, in the same files.</summary>
    public void Replace(X509Certificate2 certificate) => certificate.Write(_folder.Path, "rig");

    public string WriteSecret(string name, string text)
    {
        TestCertificates.WriteSecret(_folder.File(name), Encoding.UTF8.GetBytes(text));
        return _folder.File(name);
    }

    /// <summary>Connects as a connector does, by the name localhost unless another is given.</summary>
    public LinkOutcome Connect(RigTlsOptions? tls, out LinkClient? client, string host = "localhost") =>
        LinkClient.Open(
            Server.Endpoint, tls is null ? null : Files(tls, host).Next(), "test", TimeProvider.System, out client,
            CancellationToken.None);

    public RigTls Files(RigTlsOptions tls, string host = "localhost") => new(host, tls, TimeProvider.System);

    public void Dispose()
    {
        _stop.Cancel();
        foreach (Thread thread in _threads)
            thread.Join();
        Server.Dispose();
        Authority.Dispose();
        _folder.Dispose();
        _stop.Dispose();
    }
}
