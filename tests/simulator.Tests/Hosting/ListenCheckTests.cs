using System.Text;
using FuncLibs.Hosting.Configuration;
using Simulator.Hosting;
using Testing;
using Testing.Certificates;

namespace Simulator.Tests.Hosting;

public sealed class ListenCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly SimulatorOptions _options = new();

    private LinkOptions Link => _options.Link;

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("tcp://127.0.0.1:0")]
    [InlineData("tcp://localhost:5555")]
    [InlineData("tcp://[::1]:5555")]
    public void Check_PlainOnThisMachine_IsAllowed(string listen)
    {
        Link.Listen = listen;

        Faults().ShouldBeEmpty();
    }

    [Theory]
    [InlineData("tcp://0.0.0.0:5555", "is not a loopback address")]
    [InlineData("tcp://rig1:5555", "is not an address")]
    [InlineData("5555", "is not an address")]
    public void Check_OtherAddress_IsRefused(string listen, string what)
    {
        Link.Listen = listen;

        OptionFault fault = Faults().Single();
        (fault.Key, fault.What).ShouldBe(("Link:Listen", $"'{listen}' {what}"));
    }

    [Fact]
    public void Check_TlsWithoutACertificate_IsRefused()
    {
        Link.Listen = "tls://127.0.0.1:5555";

        Faults().Single().What.ShouldBe("is missing beside 'tls://127.0.0.1:5555'");
    }

    [Fact]
    public void Check_CertificateWithoutTls_IsRefused()
    {
        Link.Certificate = "rig.pem";

        Faults().Single().Key.ShouldBe("Link:Certificate");
    }

    [Fact]
    public void Check_TlsBeyondThisMachineForEveryone_IsRefused()
    {
        Link.Listen = "tls://0.0.0.0:5555";
        SetCertificate();

        Faults().Single().What.ShouldContain("nothing tells who connects");
    }

    [Fact]
    public void Check_TlsBeyondThisMachineWithAToken_IsAllowed()
    {
        Link.Listen = "tls://0.0.0.0:5555";
        SetCertificate();
        Link.TokenFile = _folder.File("token");
        TestCertificates.WriteSecret(Link.TokenFile, Encoding.UTF8.GetBytes("secret"));

        Faults().ShouldBeEmpty();
    }

    [Fact]
    public void Check_EmptyToken_IsRefused()
    {
        Link.Listen = "tls://127.0.0.1:5555";
        SetCertificate();
        Link.TokenFile = _folder.File("token");
        TestCertificates.WriteSecret(Link.TokenFile, []);

        Faults().Single().What.ShouldContain("is empty");
    }

    [Fact]
    public void Check_ExpiredCertificate_IsRefused()
    {
        Link.Listen = "tls://127.0.0.1:5555";
        SetCertificate(untilDays: -1);

        Faults().Single().What.ShouldContain("expired on");
    }

    private void SetCertificate(int untilDays = 30) => (Link.Certificate, Link.CertificateKey) = TestCertificates
        .Create(TimeProvider.System.GetUtcNow(), fromDays: -30, untilDays: untilDays).Write(_folder.Path, "rig");

    private List<OptionFault> Faults() => [.. new ListenCheck().Check(_options)];
}
