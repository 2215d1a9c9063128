using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Testing.Certificates;

/// <summary>Certificates with the faults that tests need.</summary>
public static class TestCertificates
{
    public const string ServerPurpose = "1.3.6.1.5.5.7.3.1";

    public const string ClientPurpose = "1.3.6.1.5.5.7.3.2";

    public static X509Certificate2 Authority(string name, DateTimeOffset now)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        return request.CreateSelfSigned(now.AddDays(-10), now.AddDays(100));
    }

    /// <summary>
    /// A certificate with its key; signed by itself without an authority, and for this machine without a host.
    /// </summary>
    public static X509Certificate2 Create(
        DateTimeOffset now,
        string name = "lab",
        string purpose = ServerPurpose,
        int fromDays = -1,
        int untilDays = 30,
        X509Certificate2? authority = null,
        string? host = null)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(host ?? "localhost");
        if (host is null)
            names.AddIpAddress(System.Net.IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid(purpose)], false));
        if (authority is null)
            return request.CreateSelfSigned(now.AddDays(fromDays), now.AddDays(untilDays));
        using X509Certificate2 signed = request.Create(
            authority, now.AddDays(fromDays), now.AddDays(untilDays), RandomNumberGenerator.GetBytes(8));
        return signed.CopyWithPrivateKey(key);
    }

    /// <summary>Writes certificate and key in PEM, the key for its owner only.</summary>
    public static (string Certificate, string Key) Write(this X509Certificate2 certificate, string folder, string name)
    {
        (string path, string keyPath) = (Path.Combine(folder, name + ".pem"), Path.Combine(folder, name + "-key.pem"));
        File.WriteAllText(path, certificate.ExportCertificatePem());
        using ECDsa key = certificate.GetECDsaPrivateKey()!;
        WriteSecret(keyPath, System.Text.Encoding.ASCII.GetBytes(key.ExportPkcs8PrivateKeyPem()));
        return (path, keyPath);
    }

    public static void WriteSecret(string path, byte[] content)
    {
        File.WriteAllBytes(path, content);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }
}
