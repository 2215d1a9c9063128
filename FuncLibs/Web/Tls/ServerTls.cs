using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Tls;
using FuncLibs.Web.Configuration;

namespace FuncLibs.Web.Tls;

/// <summary>
/// TLS of the web server. One thread reloads the files when they changed, each new connection gets
/// <see cref="Current"/>. A new certificate that cannot be used leaves the former one in force.
/// </summary>
internal sealed class ServerTls
{
    private readonly HttpServerOptions _options;
    private readonly TimeProvider _time;
    private readonly ReloadedFiles<LoadedServer> _files;

    /// <summary>Reads the files.</summary>
    /// <param name="options">Where they are; with a certificate.</param>
    /// <param name="time">Clock.</param>
    /// <param name="refused">Told why a client was not let in.</param>
    /// <exception cref="StartupException">They cannot be used.</exception>
    public ServerTls(HttpServerOptions options, TimeProvider time, Action<string> refused)
    {
        (_options, _time) = (options, time);
        ServerFiles files = options.Files;
        _files = new ReloadedFiles<LoadedServer>(
            () => files.Paths,
            (out LoadedServer? loaded) =>
            {
                string? fault = files.Load(time, out loaded);
                if (loaded?.Clients is { } clients)
                    loaded.Options.RemoteCertificateValidationCallback = clients.Callback(refused);
                return fault;
            });
        if (_files.Fault is { } fault)
            throw new StartupException($"Http:Certificate: {fault}");
    }

    /// <summary>What a new connection is made with.</summary>
    public SslServerAuthenticationOptions Current => _files.Current!.Options;

    /// <summary>The certificate in force.</summary>
    public X509Certificate2 Certificate => _files.Current!.Certificate;

    /// <summary>Why the newest files are not in force; null when they are.</summary>
    public string? Fault => _files.Fault;

    /// <summary>End of the certificate.</summary>
    public DateTimeOffset Expires => Certificate.NotAfter.ToUniversalTime();

    /// <summary>What needs a person; null for nothing.</summary>
    public string? Warning
    {
        get
        {
            if (Fault is { } fault)
                return $"the new certificate is not in use: {fault}";
            return CertificateEnd.FindWarning(Expires, _time.GetUtcNow()) is { } end
                ? $"the certificate {_options.Certificate} {end}" : null;
        }
    }

    /// <summary>Reads the files again if they changed.</summary>
    /// <returns>True when they did; <see cref="Fault"/> says whether they are in force.</returns>
    public bool Reload() => _files.Reload();
}
