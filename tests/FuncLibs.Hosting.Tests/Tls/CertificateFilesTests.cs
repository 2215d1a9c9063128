using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting.Tls;
using Testing;
using Testing.Certificates;

namespace FuncLibs.Hosting.Tests.Tls;

public sealed class CertificateFilesTests : IDisposable
{
    private static readonly DateTimeOffset Now = new FakeTime().GetUtcNow();

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TryReadOwn_PemAndKey_HasItsKey()
    {
        (string path, string key) = TestCertificates.Create(Now).Write(_folder.Path, "lab");

        CertificateFiles.TryReadOwn(
            Own(path, key),
            CertificateFiles.ServerPurpose,
            Now,
            out X509Certificate2Collection? loaded,
            out string? fault);

        fault.ShouldBeNull();
        loaded!.ShouldHaveSingleItem().HasPrivateKey.ShouldBeTrue();
    }

    [Fact]
    public void TryReadOwn_PemWithItsAuthority_HasBoth()
    {
        using X509Certificate2 authority = TestCertificates.Authority("lab authority", Now);
        (string path, string key) = TestCertificates.Create(Now, authority: authority).Write(_folder.Path, "lab");
        File.AppendAllText(path, "\n" + authority.ExportCertificatePem());

        CertificateFiles.TryReadOwn(
            Own(path, key), CertificateFiles.ServerPurpose, Now, out X509Certificate2Collection? loaded, out _);

        loaded!.Select(one => one.Subject).ShouldBe(["CN=lab", "CN=lab authority"]);
    }

    [Fact]
    public void TryReadOwn_Pfx_HasItsKey()
    {
        string path = _folder.File("lab.pfx");
        TestCertificates.WriteSecret(path, TestCertificates.Create(Now).Export(X509ContentType.Pfx));

        CertificateFiles.TryReadOwn(
            Own(path, ""),
            CertificateFiles.ServerPurpose,
            Now,
            out X509Certificate2Collection? loaded,
            out string? fault);

        fault.ShouldBeNull();
        loaded![0].HasPrivateKey.ShouldBeTrue();
    }

    [Fact]
    public void TryReadOwn_PfxWithPassword_IsRefused()
    {
        string path = _folder.File("lab.pfx");
        TestCertificates.WriteSecret(path, TestCertificates.Create(Now).Export(X509ContentType.Pfx, "secret"));

        Fault(path, "").ShouldContain("has a password");
    }

    [Fact]
    public void TryReadOwn_PfxForOthersToo_IsRefused()
    {
        if (OperatingSystem.IsWindows())
            return;
        string path = _folder.File("lab.pfx");
        TestCertificates.WriteSecret(path, TestCertificates.Create(Now).Export(X509ContentType.Pfx));
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.OtherRead);

        Fault(path, "").ShouldBe($"{path} may be used by others (OtherRead); run: chmod 600 {path}");
    }

    [Fact]
    public void TryReadOwn_Expired_SaysWhen()
    {
        (string path, string key) =
            TestCertificates.Create(Now, fromDays: -30, untilDays: -1).Write(_folder.Path, "lab");

        Fault(path, key).ShouldBe($"{path} expired on 2025-12-31 00:00Z: put a new certificate there");
    }

    [Fact]
    public void TryReadOwn_NotValidYet_NamesTheClock()
    {
        (string path, string key) = TestCertificates.Create(Now, fromDays: 1).Write(_folder.Path, "lab");

        Fault(path, key).ShouldBe(
            $"{path} is valid from 2026-01-02 00:00Z on, and the clock of this machine says 2026-01-01 00:00Z");
    }

    [Fact]
    public void TryReadOwn_CertificateOfAClient_IsRefused()
    {
        (string path, string key) =
            TestCertificates.Create(Now, purpose: CertificateFiles.ClientPurpose).Write(_folder.Path, "lab");

        Fault(path, key).ShouldStartWith($"{path} is not for a server: its extended key usage is");
    }

    [Fact]
    public void TryReadOwn_WithoutKey_SaysWhatNamesIt()
    {
        (string path, _) = TestCertificates.Create(Now).Write(_folder.Path, "lab");

        Fault(path, "").ShouldBe($"{path} has no private key; name its file: Http:CertificateKey");
    }

    [Fact]
    public void TryReadOwn_KeyMissing_SaysSo()
    {
        (string path, string key) = TestCertificates.Create(Now).Write(_folder.Path, "lab");
        File.Delete(key);

        Fault(path, key).ShouldBe($"{key} is missing");
    }

    [Fact]
    public void TryReadOwn_KeyOfAnother_IsRefused()
    {
        (string path, _) = TestCertificates.Create(Now).Write(_folder.Path, "lab");
        (_, string other) = TestCertificates.Create(Now).Write(_folder.Path, "other");

        Fault(path, other).ShouldContain("belongs to another key");
    }

    [Fact]
    public void TryReadOwn_KeyForTheGroupToo_IsRefused()
    {
        if (OperatingSystem.IsWindows())
            return;
        (string path, string key) = TestCertificates.Create(Now).Write(_folder.Path, "lab");
        File.SetUnixFileMode(key, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        Fault(path, key).ShouldBe($"{key} may be used by others (GroupRead); run: chmod 600 {key}");
    }

    [Fact]
    public void TryReadOwn_KeyWithPassword_IsRefused()
    {
        using X509Certificate2 made = TestCertificates.Create(Now);
        (string path, string key) = made.Write(_folder.Path, "lab");
        using ECDsa secret = made.GetECDsaPrivateKey()!;
        TestCertificates.WriteSecret(key, System.Text.Encoding.ASCII.GetBytes(secret.ExportEncryptedPkcs8PrivateKeyPem(
            "secret", new PbeParameters(PbeEncryptionAlgorithm.Aes128Cbc, HashAlgorithmName.SHA256, 1000))));

        Fault(path, key).ShouldBe($"{key} has a password; it must have no password, and mode 600");
    }

    [Fact]
    public void TryReadOwn_CutOff_IsRefused()
    {
        (string path, string key) = TestCertificates.Create(Now).Write(_folder.Path, "lab");
        string text = File.ReadAllText(path);
        File.WriteAllText(path, text[..(text.Length / 2)]);

        Fault(path, key).ShouldContain("is cut off");
    }

    [Theory]
    [InlineData("lab.pem")]
    [InlineData("lab.pfx")]
    public void TryReadOwn_Garbage_IsRefused(string name)
    {
        TestCertificates.WriteSecret(_folder.File(name), [1, 2, 3, 0, 255]);

        Fault(_folder.File(name), "").ShouldStartWith(_folder.File(name));
    }

    [Fact]
    public void TryReadTrusted_Folder_HasTheCertificatesOfItsFiles()
    {
        TestCertificates.Create(Now, "one", CertificateFiles.ClientPurpose).Write(_folder.Path, "one");
        File.Delete(_folder.File("one-key.pem"));

        CertificateFiles.TryReadTrusted(_folder.Path, Now, out X509Certificate2Collection loaded, out string? fault);

        fault.ShouldBeNull();
        loaded.ShouldHaveSingleItem().Subject.ShouldBe("CN=one");
    }

    [Fact]
    public void TryReadTrusted_EmptyFolder_IsRefused()
    {
        CertificateFiles.TryReadTrusted(_folder.Path, Now, out _, out string? fault).ShouldBeFalse();

        fault.ShouldNotBeNull().ShouldStartWith(_folder.Path);
    }

    [Fact]
    public void TryReadTrusted_ExpiredOne_IsRefused()
    {
        (string path, _) = TestCertificates.Create(Now, fromDays: -9, untilDays: -1).Write(_folder.Path, "one");

        CertificateFiles.TryReadTrusted(path, Now, out _, out string? fault).ShouldBeFalse();

        fault.ShouldNotBeNull().ShouldContain("expired on");
    }

    private static string Fault(string path, string key)
    {
        CertificateFiles
            .TryReadOwn(Own(path, key), CertificateFiles.ServerPurpose, Now, out _, out string? fault)
            .ShouldBeFalse();
        return fault!;
    }

    private static OwnCertificate Own(string path, string key) => new(path, key, "Http:CertificateKey");
}
