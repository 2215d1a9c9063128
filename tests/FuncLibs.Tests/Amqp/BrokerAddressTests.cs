using FuncLibs.Amqp;

namespace FuncLibs.Tests.Amqp;

public sealed class BrokerAddressTests
{
    [Theory]
    [InlineData("amqp://localhost", "amqp://localhost:5672")]
    [InlineData("amqps://a.lab,b.lab:5673/cell", "amqps://a.lab:5671,b.lab:5673/cell")]
    [InlineData("amqp://[::1]:7/", "amqp://[::1]:7")]
    [InlineData("amqp://h/%2Fx", "amqp://h:5672/%2Fx")]
    public void TryParse_Address_HasItsNodesAndVirtualHost(string text, string shown)
    {
        BrokerAddress.TryParse(text, out BrokerAddress? address, out string? fault).ShouldBeTrue(fault);

        address!.ToString().ShouldBe(shown);
    }

    [Theory]
    [InlineData("", "does not begin with")]
    [InlineData("http://h", "does not begin with")]
    [InlineData("amqp://u:p@h", "has a user")]
    [InlineData("amqp://a,,b", "which is no HOST")]
    [InlineData("amqp://h:0", "has port 0")]
    [InlineData("amqp://h:99999", "which is no HOST")]
    [InlineData("amqp://h?x=1", "which is no HOST")]
    [InlineData("amqp://a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q", "names 17 nodes")]
    [InlineData("amqp://h/%00", "has no legal virtual host")]
    public void TryParse_TextThatIsNone_SaysWhy(string text, string reason)
    {
        BrokerAddress.TryParse(text, out _, out string? fault).ShouldBeFalse();

        fault.ShouldNotBeNull().ShouldContain(reason);
    }

    [Theory]
    [InlineData("amqp://127.0.0.1,localhost,[::1]", true)]
    [InlineData("amqp://localhost,broker.lab", false)]
    public void IsLoopback_EveryNodeCounts(string text, bool expected)
    {
        BrokerAddress.TryParse(text, out BrokerAddress? address, out _).ShouldBeTrue();

        address!.IsLoopback.ShouldBe(expected);
    }

    [Fact]
    public void ToString_HasNoPassword()
    {
        BrokerAddress.TryParse("amqp://h", out BrokerAddress? address, out _).ShouldBeTrue();

        (address! with { User = "kim", Password = "secret" }).ToString().ShouldNotContain("secret");
    }
}
