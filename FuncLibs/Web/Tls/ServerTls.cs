using System.Collections.Immutable;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting;
using FuncLibs.Runtime.Files;
using FuncLibs.Web.Configuration;

namespace FuncLibs.Web.Tls;

/// <summary>
/// TLS of the web server. One thread reloads the files when they changed, each new connection gets
/// <see cref="Current"/>. A new certificate that cannot be used leaves the former one in force.
/// </summary>
internal sealed class ServerTls
{
    /// <summary>Time before the end of a certificate from which on `/health` says so.</summary>
    public static readonly TimeSpan Soon = TimeSpan.FromDays(14);

    private readonly HttpServerOptions _options;
    private readonly TimeProvider _time;
    private readonly Action<string> _refused;
    private ImmutableArray<FileStamp> _stamps;
    private SslServerAuthenticationOptions _current;
    private X509Certificate2 _certificate;
    private string? _fault;

    /// <summary>Reads the files.</summary>
    /// <param name="options">Where they are; with a certificate.</param>
    /// <param name="time">Clock.</param>
    /// <param name="refused">Told why a client was not let in.</param>
    /// <exception cref="StartupException">They cannot be used.</exception>
    public ServerTls(HttpServerOptions options, TimeProvider time, Action<string> refused)
    {
        (_options, _time, _refused) = (options, time, refused);
        _stamps = ReadStamps();
        if (Read(out string? fault) is not var (current, certificate))
            throw new StartupException($"Http:Certificate: {fault}");
        (_current, _certificate) = (current, certificate);
    }

    /// <summary>What a new connection is made with.</summary>
    public SslServerAuthenticationOptions Current => Volatile.Read(ref _current);

    /// <summary>The certificate in force.</summary>
    public X509Certificate2 Certificate => Volatile.Read(ref _certificate);

    /// <summary>Why the newest files are not in force; null when they are.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>End of the certificate.</summary>
    public DateTimeOffset Expires => Certificate.NotAfter.ToUniversalTime();

    /// <summary>What needs a person; null for nothing.</summary>
    public string? Warning
    {
        get
        {
            DateTimeOffset now = _time.GetUtcNow();
            if (Fault is { } fault)
                return $"the new certificate is not in use: {fault}";
            return Expires - now < Soon
                ? $"the certificate {_options.Certificate} {(Expires <= now ? "expired" : "expires")} on "
                    + FormattableString.Invariant($"{Expires:yyyy-MM-dd HH:mm}Z: put a new one there")
                : null;
        }
    }

    /// <summary>Reads the files again if they changed.</summary>
    /// <returns>True when they did; <see cref="Fault"/> says whether they are in force.</returns>
    public bool Reload()
    {
        ImmutableArray<FileStamp> stamps = ReadStamps();
        if (stamps.SequenceEqual(_stamps))
            return false;
        _stamps = stamps;
        if (Read(out string? fault) is var (current, certificate))
        {
            Volatile.Write(ref _certificate, certificate);
            Volatile.Write(ref _current, current);
        }

        Volatile.Write(ref _fault, fault);
        return true;
    }

    private (SslServerAuthenticationOptions Options, X509Certificate2 Certificate)? Read(out string? fault)
    {
        DateTimeOffset now = _time.GetUtcNow();
        if (!CertificateFiles.TryReadServer(
            _options.Certificate, _options.CertificateKey, now, out X509Certificate2Collection? server, out fault))
            return null;
        var options = new SslServerAuthenticationOptions
        {
            ServerCertificateContext =
                SslStreamCertificateContext.Create(server[0], [.. server.Skip(1)], offline: true),
        };
        if (_options.ClientCertificates.Length > 0)
        {
            if (!CertificateFiles.TryReadClients(
                _options.ClientCertificates, now, out X509Certificate2Collection clients, out fault))
                return null;
            options.ClientCertificateRequired = true;
            options.CertificateRevocationCheckMode = X509RevocationMode.NoCheck;
            options.RemoteCertificateValidationCallback = new ClientCheck(clients, _time).Callback(_refused);
        }

        return (options, server[0]);
    }

    private ImmutableArray<FileStamp> ReadStamps() =>
    [
        .. new[] { _options.Certificate, _options.CertificateKey }
            .Concat(_options.ClientCertificates.Length > 0 ? CertificateFiles.FilesOf(_options.ClientCertificates) : [])
            .Where(path => path.Length > 0)
            .Select(FileStamp.Read),
    ];
}
