using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.Security;

/// <summary>
/// A certificate for a machine of a lab, signed by itself: who trusts the file trusts this machine and nobody else. It
/// is for a server, and for a client that shows who it is. Where there is an authority, use one of its certificates
/// instead.
/// </summary>
internal static class LabCertificate
{
    /// <summary>Ending of the file with the certificate.</summary>
    public const string Ending = ".pem";

    /// <summary>Ending of the file with the key.</summary>
    public const string KeyEnding = "-key.pem";

    /// <summary>Longest validity, days: browsers refuse more than 825.</summary>
    public const int MaxDays = 825;

    /// <summary>Extended key usage of a server, RFC 5280, 4.2.1.12.</summary>
    public const string ServerPurpose = "1.3.6.1.5.5.7.3.1";

    /// <summary>Extended key usage of a client, RFC 5280, 4.2.1.12.</summary>
    public const string ClientPurpose = "1.3.6.1.5.5.7.3.2";

    /// <summary>Makes a certificate and its key.</summary>
    /// <param name="name">Subject, and name of the files.</param>
    /// <param name="hosts">Names and addresses under which the server is reached.</param>
    /// <param name="now">The time. It is valid from a day before, for clients whose clock is behind.</param>
    /// <param name="days">How long it is valid.</param>
    public static X509Certificate2 Create(string name, IEnumerable<string> hosts, DateTimeOffset now, int days)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName(name);
        var request = new CertificateRequest(subject.Build(), key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        foreach (string host in hosts.Distinct(StringComparer.OrdinalIgnoreCase))
        {
            if (IPAddress.TryParse(host, out IPAddress? address))
                names.AddIpAddress(address);
            else
                names.AddDnsName(host);
        }

        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, critical: true));
        request.CertificateExtensions.Add(
            new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, critical: true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(
            [new Oid(ServerPurpose), new Oid(ClientPurpose)], critical: false));
        return request.CreateSelfSigned(now.AddDays(-1), now.AddDays(days));
    }

    /// <summary>Writes certificate and key as NAME.pem and NAME-key.pem (mode 600).</summary>
    /// <param name="certificate">The certificate with its key.</param>
    /// <param name="name">Name of the files.</param>
    /// <param name="folder">Where; made when it is missing.</param>
    /// <returns>Path of the certificate, and of its key.</returns>
    /// <exception cref="IOException">One of the files is there already, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static (string Certificate, string Key) Write(X509Certificate2 certificate, string name, string folder)
    {
        Directory.CreateDirectory(folder);
        (string path, string keyPath) = (Path.Combine(folder, name + Ending), Path.Combine(folder, name + KeyEnding));
        if (File.Exists(path))
            throw new IOException($"{path} is there already, and is not replaced: move it away, or choose another name");
        using ECDsa key = certificate.GetECDsaPrivateKey()!;
        Write(keyPath, key.ExportPkcs8PrivateKeyPem() + "\n", isSecret: true);
        Write(path, certificate.ExportCertificatePem() + "\n", isSecret: false);
        return (path, keyPath);
    }

    private static void Write(string path, string text, bool isSecret)
    {
        using FileStream file =
            isSecret ? OwnerOnlyFile.Create(path) : new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        file.Write(System.Text.Encoding.ASCII.GetBytes(text));
        PendingFile.Flush(file);
    }
}
