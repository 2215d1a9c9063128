using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.Tls;

/// <summary>
/// Checks the certificates of clients: one that is allowed itself, or that one of the allowed authorities signed, is
/// valid now, and is for clients. Lists of revoked certificates are not asked for, because a lab has no server of them:
/// to take the right back, remove the certificate, or sign with another authority.
/// </summary>
/// <param name="allowed">The certificates of clients and of authorities.</param>
/// <param name="time">Clock.</param>
/// <param name="option">Name of the option that demands a certificate, for messages.</param>
internal sealed class ClientCheck(X509Certificate2Collection allowed, TimeProvider time, string option)
{
    /// <summary>Why a client may not connect, in one line; null when it may.</summary>
    /// <param name="certificate">What it showed; null = nothing.</param>
    /// <param name="chain">What it showed beside it; null = nothing.</param>
    public string? FindFault(X509Certificate? certificate, X509Chain? chain)
    {
        if (certificate is null)
            return $"a client showed no certificate ({option})";
        using X509Certificate2 shown = X509CertificateLoader.LoadCertificate(certificate.GetRawCertData());
        string subject = OneLine.Format(shown.Subject);
        if (CertificateFiles.FindFault(shown, CertificateFiles.ClientPurpose, time.GetUtcNow()) is { } fault)
            return $"the client certificate {subject} {fault}";
        if (allowed.Any(one => one.RawDataMemory.Span.SequenceEqual(shown.RawDataMemory.Span)))
            return null;
        using X509Chain built = new();
        built.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
        built.ChainPolicy.CustomTrustStore.AddRange(allowed);
        foreach (X509ChainElement element in chain?.ChainElements.AsEnumerable() ?? [])
            built.ChainPolicy.ExtraStore.Add(element.Certificate);
        built.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
        built.ChainPolicy.DisableCertificateDownloads = true;
        built.ChainPolicy.ApplicationPolicy.Add(new Oid(CertificateFiles.ClientPurpose));
        built.ChainPolicy.VerificationTime = time.GetUtcNow().UtcDateTime;
        return built.Build(shown) ? null : $"the client certificate {subject} is signed by nobody who is allowed: "
            + string.Join(", ", built.ChainStatus.Select(status => status.Status));
    }

    /// <summary>The same as the callback of a TLS handshake.</summary>
    public RemoteCertificateValidationCallback Callback(Action<string> refused) => (_, certificate, chain, _) =>
    {
        if (FindFault(certificate, chain) is not { } fault)
            return true;
        refused(fault);
        return false;
    };
}
