using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace SignalMonitor.Notifications.Targets;

/// <summary>Which certificates of servers are trusted: of the system's authorities, or of one of the lab.</summary>
internal sealed class ServerTrust
{
    private readonly X509Certificate2Collection? _authorities;

    private ServerTrust(X509Certificate2Collection? authorities) => _authorities = authorities;

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

    /// <summary>
    /// For requests over HTTP to one configured address. A redirect would carry them to a server that nobody
    /// configured.
    /// </summary>
    /// <param name="caFile">As of <see cref="Load"/>; one that cannot be read trusts the system's authorities.</param>
    public static SocketsHttpHandler CreateHandler(string caFile)
    {
        SocketsHttpHandler handler = new() { AllowAutoRedirect = false, UseCookies = false };
        if (Load(caFile, out ServerTrust trust) is null && trust.IsOwn)
            handler.SslOptions.RemoteCertificateValidationCallback =
                (_, shown, _, errors) => trust.Accepts(shown, errors);
        return handler;
    }

    /// <summary>Whether a server is trusted: its name must fit, and its chain must end at the authority.</summary>
    /// <param name="certificate">The certificate that the server shows.</param>
    /// <param name="errors">What the system thinks of it.</param>
    public bool Accepts(X509Certificate? certificate, SslPolicyErrors errors)
    {
        if (_authorities is null || errors == SslPolicyErrors.None)
            return errors == SslPolicyErrors.None;
        if (errors != SslPolicyErrors.RemoteCertificateChainErrors || certificate is null)
            return false;
        using X509Chain chain = new();
        chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        chain.ChainPolicy.CustomTrustStore.AddRange(_authorities);
        chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        using X509Certificate2 shown = new(certificate);
        return chain.Build(shown);
    }
}
