using System.Diagnostics.CodeAnalysis;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace FuncLibs.Hosting.Tls;

/// <summary>The files of a server with TLS, as its options name them.</summary>
/// <param name="Certificate">Its certificate.</param>
/// <param name="CertificateKey">The key; empty = in the same file.</param>
/// <param name="ClientCertificates">
/// Certificates of clients, or of authorities that sign them; empty = clients need none.
/// </param>
/// <param name="Section">Section of the options, for messages.</param>
internal sealed record ServerFiles(
    string Certificate, string CertificateKey, string ClientCertificates, string Section)
{
    /// <summary>The files, those of a folder included.</summary>
    public IEnumerable<string> Paths => new[] { Certificate, CertificateKey }
        .Concat(ClientCertificates.Length > 0 ? CertificateFiles.FilesOf(ClientCertificates) : []);

    /// <summary>Reads them.</summary>
    /// <param name="time">For the check of validity, now and of each client.</param>
    /// <param name="loaded">What a connection is made with; null when there is a fault.</param>
    /// <returns>What is wrong, in one line with the path; null when nothing is.</returns>
    public string? Load(TimeProvider time, out LoadedServer? loaded)
    {
        loaded = null;
        DateTimeOffset now = time.GetUtcNow();
        if (!TryReadCertificate(now, out X509Certificate2Collection? server, out string? fault))
            return fault;
        ClientCheck? check = null;
        var options = new SslServerAuthenticationOptions
        {
            ServerCertificateContext =
                SslStreamCertificateContext.Create(server[0], [.. server.Skip(1)], offline: true),
        };
        if (ClientCertificates.Length > 0)
        {
            if (!CertificateFiles.TryReadTrusted(
                ClientCertificates, now, out X509Certificate2Collection clients, out fault))
                return fault;
            options.ClientCertificateRequired = true;
            options.CertificateRevocationCheckMode = X509RevocationMode.NoCheck;
            check = new ClientCheck(clients, time, $"{Section}:ClientCertificates");
        }

        loaded = new LoadedServer(options, server[0], check);
        return null;
    }

    /// <summary>Reads the certificate with its key.</summary>
    /// <param name="now">For the check of its validity.</param>
    /// <param name="server">The certificate first; null when there is a fault.</param>
    /// <param name="fault">What is wrong, in one line with the path; null for nothing.</param>
    public bool TryReadCertificate(
        DateTimeOffset now,
        [NotNullWhen(true)] out X509Certificate2Collection? server,
        [NotNullWhen(false)] out string? fault) => CertificateFiles.TryReadOwn(
        new OwnCertificate(Certificate, CertificateKey, $"{Section}:CertificateKey"),
        CertificateFiles.ServerPurpose,
        now,
        out server,
        out fault);
}

/// <summary>A server with TLS.</summary>
/// <param name="Options">What a connection is made with; shared by all, and not changed.</param>
/// <param name="Certificate">Its certificate.</param>
/// <param name="Clients">Which clients are let in; null = all.</param>
internal sealed record LoadedServer(
    SslServerAuthenticationOptions Options, X509Certificate2 Certificate, ClientCheck? Clients);
