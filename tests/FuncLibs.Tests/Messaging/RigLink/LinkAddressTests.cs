using FuncLibs.Messaging.RigLink;

namespace FuncLibs.Tests.Messaging.RigLink;

public sealed class LinkAddressTests
{
    [Theory]
    [InlineData("tcp://127.0.0.1:5555", false, "127.0.0.1", 5555, true)]
    [InlineData("tls://rig1.lab:5555", true, "rig1.lab", 5555, false)]
    [InlineData("tls://[::1]:1", true, "::1", 1, true)]
    [InlineData("tcp://localhost:0", false, "localhost", 0, true)]
    [InlineData("tcp://10.0.0.7:65535", false, "10.0.0.7", 65535, false)]
    public void TryParse_Address_HasItsParts(string text, bool isTls, string host, int port, bool isLoopback)
    {
        LinkAddress.TryParse(text, out LinkAddress? address, out _).ShouldBeTrue();

        address.ShouldBe(new LinkAddress(isTls, host, port));
        address!.IsLoopback.ShouldBe(isLoopback);
        address.ToString().ShouldBe(text);
    }

    [Theory]
    [InlineData("rig1:5555", "does not begin with tcp:// or tls://")]
    [InlineData("ipc:///tmp/rig", "does not begin with tcp:// or tls://")]
    [InlineData("tls://rig1", "does not end with a port")]
    [InlineData("tls://rig1:70000", "does not end with a port")]
    [InlineData("tls://:5555", "has no host name")]
    [InlineData("tls://ri g:5555", "has no host name")]
    [InlineData("tls://[rig1]:5555", "has no host name")]
    [InlineData("tls://::1:5555", "has no host name")]
    [InlineData("tcp://", "does not end with a port")]
    public void TryParse_NoAddress_SaysWhy(string text, string what)
    {
        LinkAddress.TryParse(text, out _, out string? fault).ShouldBeFalse();

        fault.ShouldNotBeNull().ShouldStartWith($"'{text}' {what}");
    }
}
