using System.Security.Cryptography.X509Certificates;
using FuncLibs.Hosting.Tls;
using Testing;
using Testing.Certificates;

namespace FuncLibs.Hosting.Tests.Tls;

public sealed class ClientCheckTests
{
    private static readonly FakeTime Time = new();
    private static readonly X509Certificate2 Authority = TestCertificates.Authority("lab authority", Time.GetUtcNow());
    private static readonly X509Certificate2 Known = Client("known");

    private static readonly ClientCheck Check = new([Authority, Known], Time, "Http:ClientCertificates");

    [Fact]
    public void FindFault_ItselfAllowed_IsNull() => Check.FindFault(Known, null).ShouldBeNull();

    [Fact]
    public void FindFault_SignedByAnAllowedAuthority_IsNull() =>
        Check.FindFault(Client("signed", authority: Authority), null).ShouldBeNull();

    [Fact]
    public void FindFault_SignedByItself_IsRefused() => Check.FindFault(Client("foreign"), null)
        .ShouldNotBeNull().ShouldStartWith("the client certificate CN=foreign is signed by nobody who is allowed");

    [Fact]
    public void FindFault_SignedByAnotherAuthority_IsRefused()
    {
        using X509Certificate2 other = TestCertificates.Authority("lab authority", Time.GetUtcNow());

        Check.FindFault(Client("foreign", authority: other), null).ShouldNotBeNull();
    }

    [Fact]
    public void FindFault_None_IsRefused() => Check.FindFault(null, null).ShouldNotBeNull().ShouldContain("no certificate");

    [Fact]
    public void FindFault_OfAServer_IsRefused() => Check
        .FindFault(TestCertificates.Create(Time.GetUtcNow(), authority: Authority), null)
        .ShouldNotBeNull().ShouldContain("is not for a client");

    [Fact]
    public void FindFault_Expired_IsRefused() => Check
        .FindFault(
            TestCertificates.Create(
                Time.GetUtcNow(), "old", CertificateFiles.ClientPurpose, fromDays: -9, untilDays: -1, Authority),
            null)
        .ShouldNotBeNull().ShouldContain("expired on");

    private static X509Certificate2 Client(string name, X509Certificate2? authority = null) => TestCertificates.Create(
        Time.GetUtcNow(), name, CertificateFiles.ClientPurpose, authority: authority);
}
