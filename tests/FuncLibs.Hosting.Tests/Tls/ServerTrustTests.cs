using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting.Tls;
using Testing;
using Testing.Certificates;

namespace FuncLibs.Hosting.Tests.Tls;

public sealed class ServerTrustTests : IDisposable
{
    private static readonly DateTimeOffset Now = new FakeTime().GetUtcNow();

    private readonly TemporaryFolder _folder = new();
    private readonly X509Certificate2 _authority = TestCertificates.Authority("lab authority", Now);

    public void Dispose()
    {
        _authority.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void FindFault_SignedByTheLab_IsNull()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now, authority: _authority);

        Fault(Lab(), shown, SslPolicyErrors.RemoteCertificateChainErrors).ShouldBeNull();
    }

    [Fact]
    public void FindFault_SignedByTheSystemsAuthorityBesideTheLabs_IsRefused()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now);

        Fault(Lab(), shown, SslPolicyErrors.None).ShouldNotBeNull().ShouldContain("signed by nobody who is trusted");
    }

    [Fact]
    public void FindFault_ItselfInTheFile_IsNull()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now);
        File.WriteAllText(_folder.File("ca.pem"), shown.ExportCertificatePem());
        ServerTrust.Load(_folder.File("ca.pem"), out ServerTrust trust).ShouldBeNull();

        Fault(trust, shown, SslPolicyErrors.RemoteCertificateChainErrors).ShouldBeNull();
    }

    [Fact]
    public void FindFault_OtherName_IsRefused()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now, authority: _authority);

        const SslPolicyErrors Both =
            SslPolicyErrors.RemoteCertificateNameMismatch | SslPolicyErrors.RemoteCertificateChainErrors;

        Fault(Lab(), shown, Both).ShouldBe(
            "the certificate CN=lab is for localhost, 127.0.0.1, not for rig1.lab: use one of its names, or give the "
                + "server a certificate for rig1.lab");
    }

    [Fact]
    public void FindFault_CertificateOfAClient_IsRefused()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now, purpose: TestCertificates.ClientPurpose);

        Fault(Lab(), shown, SslPolicyErrors.None).ShouldNotBeNull().ShouldContain("is not for a server");
    }

    [Fact]
    public void FindFault_NoCertificate_IsRefused() =>
        Lab().FindFault(null, null, SslPolicyErrors.RemoteCertificateNotAvailable, "rig1.lab", Now)
            .ShouldBe("the server shows no certificate");

    [Fact]
    public void FindFault_Pinned_CountsAlone()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now);
        string hex = shown.GetCertHashString(HashAlgorithmName.SHA256);
        string colons = string.Join(':', Enumerable.Range(0, 32).Select(i => hex.Substring(2 * i, 2)));
        ServerTrust.Pin(colons, out ServerTrust trust).ShouldBeNull();

        Fault(trust, shown, SslPolicyErrors.RemoteCertificateNameMismatch).ShouldBeNull();
        using X509Certificate2 other = TestCertificates.Create(Now);
        Fault(trust, other, SslPolicyErrors.None).ShouldNotBeNull().ShouldContain("not the one that is trusted");
    }

    [Fact]
    public void FindFault_PinnedAndExpired_IsRefused()
    {
        using X509Certificate2 shown = TestCertificates.Create(Now, fromDays: -9, untilDays: -1);
        ServerTrust.Pin(shown.GetCertHashString(HashAlgorithmName.SHA256), out ServerTrust trust);

        Fault(trust, shown, SslPolicyErrors.None).ShouldNotBeNull().ShouldContain("expired on 2025-12-31");
    }

    [Theory]
    [InlineData("")]
    [InlineData("0123")]
    [InlineData("zz23456789012345678901234567890123456789012345678901234567890123")]
    public void Pin_NoFingerprint_IsRefused(string text) =>
        ServerTrust.Pin(text, out _).ShouldBe($"'{text}' is no SHA-256 fingerprint of 64 hex digits");

    private ServerTrust Lab()
    {
        File.WriteAllText(_folder.File("lab.pem"), _authority.ExportCertificatePem());
        ServerTrust.Load(_folder.File("lab.pem"), out ServerTrust trust).ShouldBeNull();
        return trust;
    }

    private static string? Fault(ServerTrust trust, X509Certificate2 shown, SslPolicyErrors errors) =>
        trust.FindFault(shown, null, errors, "rig1.lab", Now);
}
