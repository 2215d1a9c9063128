using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.Tls;

/// <summary>
/// Which certificates of servers are trusted: of the system's authorities, of one of the lab, or one certificate alone.
/// Lists of revoked certificates are not asked for where the authority is one of the lab, which has no server of them.
/// </summary>
internal sealed class ServerTrust
{
    private readonly X509Certificate2Collection? _authorities;
    private readonly byte[]? _fingerprint;

    private ServerTrust(X509Certificate2Collection? authorities, byte[]? fingerprint = null) =>
        (_authorities, _fingerprint) = (authorities, fingerprint);

    /// <summary>True: the authority is one of the lab, which answers no question about revocation.</summary>
    public bool IsOwn => _authorities is not null;

    /// <summary>Reads the authority.</summary>
    /// <param name="caFile">PEM file; empty = the authorities of the system.</param>
    /// <param name="trust">What is trusted.</param>
    /// <returns>What is wrong, in one line with the path; null when nothing is.</returns>
    public static string? Load(string caFile, out ServerTrust trust)
    {
        trust = new ServerTrust(null);
        if (caFile.Length == 0)
            return null;
        try
        {
            X509Certificate2Collection authorities = [];
            authorities.ImportFromPemFile(caFile);
            if (authorities.Count == 0)
                return $"file {caFile} has no certificate in PEM form";
            trust = new ServerTrust(authorities);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or CryptographicException
            or ArgumentException)
        {
            return $"file {caFile} cannot be read: {e.Message}";
        }
    }

    /// <summary>Trusts one certificate alone, whatever name it has and whoever signed it.</summary>
    /// <param name="fingerprint">Its SHA-256 in 64 hex digits; colons between them are ignored.</param>
    /// <param name="trust">What is trusted.</param>
    /// <returns>What is wrong with the text; null when nothing is.</returns>
    public static string? Pin(string fingerprint, out ServerTrust trust)
    {
        trust = new ServerTrust(null);
        string digits = fingerprint.Replace(":", "", StringComparison.Ordinal);
        if (digits.Length != 2 * SHA256.HashSizeInBytes || !digits.All(char.IsAsciiHexDigit))
            return $"'{fingerprint}' is no SHA-256 fingerprint of 64 hex digits";
        trust = new ServerTrust(null, Convert.FromHexString(digits));
        return null;
    }

    /// <summary>
    /// For requests over HTTP to one configured address. A redirect would carry them to a server that nobody
    /// configured. A server that is not trusted ends a request with the reason (<see cref="Explain"/>).
    /// </summary>
    /// <param name="caFile">
    /// As of <see cref="Load"/>; read again for each connection, so that a new one needs no restart. While it cannot be
    /// read nobody is trusted.
    /// </param>
    public static SocketsHttpHandler CreateHandler(string caFile)
    {
        SocketsHttpHandler handler = new() { AllowAutoRedirect = false, UseCookies = false };
        handler.SslOptions.RemoteCertificateValidationCallback = (stream, shown, chain, errors) =>
        {
            return Load(caFile, out ServerTrust trust) is { } fault
                ? throw new AuthenticationException(fault) : trust.Demand(stream, shown, chain, errors);
        };
        return handler;
    }

    /// <summary>
    /// A callback of <see cref="SslStream"/>: a server that is not trusted ends the handshake with the reason.
    /// </summary>
    /// <exception cref="AuthenticationException">It is not trusted.</exception>
    public bool Demand(object stream, X509Certificate? shown, X509Chain? chain, SslPolicyErrors errors)
    {
        string host = ((SslStream)stream).TargetHostName;
        string? fault = FindFault(shown, chain, errors, host, TimeProvider.System.GetUtcNow());
        return fault is null ? true : throw new AuthenticationException(fault);
    }

    /// <summary>Why a request has no answer, in one line.</summary>
    /// <param name="failure">What the client says of it.</param>
    public static string Explain(HttpRequestException failure) => OneLine.Format(failure.InnerException switch
    {
        AuthenticationException cause => ExplainNoTls(cause.Message),
        { } cause => $"{failure.Message} {cause.Message}",
        null => failure.Message,
    });

    /// <summary>Why a connection has no TLS.</summary>
    /// <param name="reason">What is wrong with the server, or with its handshake.</param>
    public static string ExplainNoTls(string reason) => $"no TLS with the server: {reason}";

    /// <summary>
    /// Why a server is not trusted, in one line; null when it is. With an authority of the lab those of the system do
    /// not count.
    /// </summary>
    /// <param name="certificate">The certificate that the server shows; null = none.</param>
    /// <param name="chain">What it shows beside it; null = nothing.</param>
    /// <param name="errors">What the system thinks of it.</param>
    /// <param name="host">Name or address that the certificate must be for.</param>
    /// <param name="now">The time.</param>
    public string? FindFault(
        X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors, string host, DateTimeOffset now)
    {
        if (certificate is null)
            return "the server shows no certificate";
        using X509Certificate2 shown = X509CertificateLoader.LoadCertificate(certificate.GetRawCertData());
        string subject = $"the certificate {OneLine.Format(shown.Subject)}";
        if (CertificateFiles.FindFault(shown, CertificateFiles.ServerPurpose, now) is { } fault)
            return $"{subject} {fault}";
        if (_fingerprint is not null)
            return CryptographicOperations.FixedTimeEquals(_fingerprint, shown.GetCertHash(HashAlgorithmName.SHA256))
                ? null
                : $"{subject} has the fingerprint {shown.GetCertHashString(HashAlgorithmName.SHA256)}, "
                    + "not the one that is trusted";
        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch))
            return $"{subject} is for {NamesOf(shown)}, not for {host}: use one of its names, or give the server a "
                + $"certificate for {host}";
        string? untrusted = _authorities is not null ? FindChainFault(shown, chain, now)
            : errors == SslPolicyErrors.None ? null : StatusOf(chain);
        return untrusted is null
            ? null
            : $"{subject} is signed by nobody who is trusted ({untrusted}): name a file with its authority, or with the "
                + "certificate itself: CaFile";
    }

    private string? FindChainFault(X509Certificate2 shown, X509Chain? sent, DateTimeOffset? now)
    {
        using X509Chain chain = new();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.AddRange(_authorities!);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        chain.ChainPolicy.DisableCertificateDownloads = true;
        if (now is { } at)
            chain.ChainPolicy.VerificationTime = at.UtcDateTime;
        foreach (X509ChainElement element in sent?.ChainElements.AsEnumerable() ?? [])
            chain.ChainPolicy.ExtraStore.Add(element.Certificate);
        return chain.Build(shown) ? null : StatusOf(chain);
    }

    private static string StatusOf(X509Chain? chain) =>
        string.Join(", ", (chain?.ChainStatus ?? []).Select(status => status.Status).Distinct());

    private static string NamesOf(X509Certificate2 shown)
    {
        string[] names =
        [
            .. shown.Extensions.OfType<X509SubjectAlternativeNameExtension>().SelectMany(
                extension => extension.EnumerateDnsNames()
                    .Concat(extension.EnumerateIPAddresses().Select(address => address.ToString()))),
        ];
        return names.Length > 0 ? OneLine.Format(string.Join(", ", names)) : "no name";
    }
}
