using System.Text;
using FuncLibs.Hosting.Configuration;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Links;
using Testing;
using Testing.Certificates;

namespace HardwareConnector.Tests.Configuration;

public sealed class RigLinkCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly ConnectorOptions _options = new();

    private SourceOptions Source => _options.Sources[0];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("tcp://10.0.0.7:5555")]
    [InlineData("tcp://rig1.lab:5555")]
    public void Check_PlainBeyondThisMachine_IsRefused(string endpoint)
    {
        Source.Endpoint = endpoint;

        OptionFault fault = Faults().Single();
        fault.Key.ShouldBe("Sources:0:Endpoint");
        fault.What.ShouldStartWith($"'{endpoint}' leaves this machine without TLS");
        RigLinkCheck.FindAllowed(Source).ShouldNotBeNull();
    }

    [Fact]
    public void Check_PlainBeyondThisMachineAllowed_IsAWarningOnly()
    {
        Source.Endpoint = "tcp://10.0.0.7:5555";
        Source.Tls.AllowPlain = true;

        Faults().ShouldBeEmpty();
        RigLinkCheck.FindAllowed(Source).ShouldNotBeNull().ShouldContain("(Tls:AllowPlain)");
    }

    [Fact]
    public void Check_PlainBeyondThisMachineInsecure_IsAWarningOnly()
    {
        Source.Endpoint = "tcp://10.0.0.7:5555";
        _options.Security.AllowInsecure = true;

        Faults().ShouldBeEmpty();
        RigLinkCheck.FindAllowed(Source).ShouldNotBeNull().ShouldContain("(Security:AllowInsecure)");
    }

    [Fact]
    public void Check_PlainOnThisMachine_NeedsNothing()
    {
        Faults().ShouldBeEmpty();
        RigLinkCheck.FindAllowed(Source).ShouldBeNull();
    }

    [Fact]
    public void Check_TlsBeyondThisMachineWithoutCertificateAndToken_IsRefused()
    {
        Source.Endpoint = "tls://rig1.lab:5555";

        Faults().Single().What.ShouldContain("nothing tells the rig who connects");
    }

    [Fact]
    public void Check_TlsBeyondThisMachineWithAToken_IsAllowed()
    {
        Source.Endpoint = "tls://rig1.lab:5555";
        Source.Tls.TokenFile = Secret("token", "secret");

        Faults().ShouldBeEmpty();
        RigLinkCheck.FindAllowed(Source).ShouldBeNull();
    }

    [Fact]
    public void Check_TlsOptionsOfAPlainLink_AreRefused()
    {
        Source.Tls.CaFile = "ca.pem";

        Faults().Single().Key.ShouldBe("Sources:0:Tls");
    }

    [Fact]
    public void Check_AllowPlainBesideTls_IsRefused()
    {
        Source.Endpoint = "tls://127.0.0.1:5555";
        Source.Tls.AllowPlain = true;

        Faults().Single().Key.ShouldBe("Sources:0:Tls:AllowPlain");
    }

    [Fact]
    public void Check_AuthorityAndFingerprint_AreTooMuch()
    {
        Source.Endpoint = "tls://127.0.0.1:5555";
        (Source.Tls.CaFile, Source.Tls.Fingerprint) = ("ca.pem", new string('0', 64));

        Faults().Single().Key.ShouldBe("Sources:0:Tls:Fingerprint");
    }

    [Theory]
    [InlineData("CaFile", "ca.pem", "cannot be read")]
    [InlineData("Fingerprint", "abc", "is no SHA-256 fingerprint")]
    [InlineData("TokenFile", "token", "does not exist")]
    [InlineData("Certificate", "own.pem", "is missing")]
    [InlineData("CertificateKey", "own-key.pem", "is set without a certificate")]
    public void Check_FileThatCannotBeUsed_IsNamed(string option, string value, string what)
    {
        Source.Endpoint = "tls://127.0.0.1:5555";
        typeof(RigTlsOptions).GetProperty(option)!.SetValue(
            Source.Tls, option == "Fingerprint" ? value : _folder.File(value));

        OptionFault fault = Faults().Single();
        fault.Key.ShouldBe($"Sources:0:Tls:{option}");
        fault.What.ShouldContain(what);
    }

    [Fact]
    public void Check_TokenForOthersToo_IsRefused()
    {
        if (OperatingSystem.IsWindows())
            return;
        Source.Endpoint = "tls://127.0.0.1:5555";
        Source.Tls.TokenFile = Secret("token", "secret");
        File.SetUnixFileMode(Source.Tls.TokenFile, UnixFileMode.UserRead | UnixFileMode.GroupRead);

        Faults().Single().What.ShouldContain("may be used by others (GroupRead)");
    }

    [Fact]
    public void Check_TokenTooLong_IsRefused()
    {
        Source.Endpoint = "tls://127.0.0.1:5555";
        Source.Tls.TokenFile = Secret("token", new string('x', 257));

        Faults().Single().What.ShouldContain("more than the 256 bytes of a token");
    }

    private List<OptionFault> Faults() => [.. new RigLinkCheck(RigTls.FaultOf).Check(_options)];

    private string Secret(string name, string text)
    {
        TestCertificates.WriteSecret(_folder.File(name), Encoding.UTF8.GetBytes(text));
        return _folder.File(name);
    }
}
