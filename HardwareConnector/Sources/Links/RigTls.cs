using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Messaging.RigLink;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Links;

/// <summary>
/// TLS of the link to one rig, read from its files. Each connection is made with what the files hold then; a new file
/// that cannot be used leaves the former one in force.
/// </summary>
internal sealed class RigTls
{
    private readonly RigTlsOptions _options;
    private readonly ReloadedFiles<Loaded> _files;

    /// <summary>Reads the files.</summary>
    /// <param name="host">Name or address that the rig's certificate must be for.</param>
    /// <param name="options">Which files.</param>
    /// <param name="time">Clock, for the validity of certificates.</param>
    public RigTls(string host, RigTlsOptions options, TimeProvider time)
    {
        _options = options;
        _files = new ReloadedFiles<Loaded>(
            () => [options.CaFile, options.Certificate, options.CertificateKey, options.TokenFile],
            (out Loaded? loaded) => Load(host, options, time, out loaded));
    }

    /// <summary>Why the files of a source cannot be used, after the name of the option; null when they can.</summary>
    /// <param name="source">A source whose endpoint has TLS.</param>
    public static string? FaultOf(SourceOptions source) =>
        LinkAddress.TryParse(source.Endpoint, out LinkAddress? address, out _)
            ? Load(address.Host, source.Tls, TimeProvider.System, out _) : null;

    /// <summary>
    /// Why the newest files are not in force, after the name of the option, in one line; null when they are.
    /// </summary>
    public string? Fault => _files.Fault;

    /// <summary>End of the connector's own certificate; null without one.</summary>
    public DateTimeOffset? Expires => _files.Current?.Expires;

    /// <summary>The connector's own certificate file; empty without one.</summary>
    public string Certificate => _options.Certificate;

    /// <summary>What the next connection is made with.</summary>
    /// <exception cref="InvalidOperationException">The files could never be used: the options were not checked.
    /// </exception>
    public LinkSecurity Next()
    {
        _files.Reload();
        return _files.Current?.Security ?? throw new InvalidOperationException(_files.Fault);
    }

    private static string? Load(string host, RigTlsOptions options, TimeProvider time, out Loaded? loaded)
    {
        loaded = null;
        string token = "";
        X509Certificate2Collection? own = null;
        string? untrusted = options.Fingerprint.Length > 0
            ? ServerTrust.Pin(options.Fingerprint, out ServerTrust trust)
            : ServerTrust.Load(options.CaFile, out trust);
        if (untrusted is not null)
            return $"{(options.Fingerprint.Length > 0 ? "Fingerprint" : "CaFile")}: {untrusted}";
        if (options.TokenFile.Length > 0
            && SecretFile.ReadToken(options.TokenFile, LinkHello.MaxTokenBytes, out token) is { } secret)
            return $"TokenFile: {secret}";
        if (options.Certificate.Length > 0 && !CertificateFiles.TryReadOwn(
            new OwnCertificate(options.Certificate, options.CertificateKey, "Tls:CertificateKey"),
            CertificateFiles.ClientPurpose,
            time.GetUtcNow(),
            out own,
            out string? fault))
            return $"Certificate: {fault}";
        var tls = new SslClientAuthenticationOptions
        {
            TargetHost = host,
            AllowTlsResume = false,
            ClientCertificateContext =
                own is null ? null : SslStreamCertificateContext.Create(own[0], [.. own.Skip(1)], offline: true),
        };
        loaded = new Loaded(
            new LinkSecurity(
                tls,
                (shown, chain, errors) => trust.FindFault(shown, chain, errors, host, time.GetUtcNow()),
                token),
            own?[0].NotAfter.ToUniversalTime());
        return null;
    }

    private sealed record Loaded(LinkSecurity Security, DateTimeOffset? Expires);
}
