using System.ComponentModel.DataAnnotations;
using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.Connections;

namespace SignalMonitor.Tests.Connections;

public sealed class ClientOptionsTests
{
    [Fact]
    public void NameFor_Configured_IsThat() =>
        new ClientOptions { Name = "plotter" }.NameFor("pc", "/state").ShouldBe("plotter");

    [Fact]
    public void NameFor_Default_IsTheSameForAFolderAndDiffersBetweenFolders()
    {
        ClientOptions options = new();
        string name = options.NameFor("lab-pc", "/var/one");

        name.ShouldStartWith("lab-pc-");
        options.NameFor("lab-pc", "/var/../var/one").ShouldBe(name);
        options.NameFor("lab-pc", "/var/two").ShouldNotBe(name);
        options.NameFor("lab-pc2", "/var/one").ShouldNotBe(name);
    }

    [Theory]
    [InlineData("")]
    [InlineData("Prüf stand")]
    [InlineData("a-host-name-that-is-longer-than-any-name-of-a-consumer-may-be-at-all-and-more")]
    public void NameFor_AnyHost_IsProper(string host) =>
        ConsumerName.IsValidText(new ClientOptions().NameFor(host, "/state")).ShouldBeTrue();

    [Theory]
    [InlineData("plotter", true)]
    [InlineData("[b]x[/]", true)]
    [InlineData("two words", false)]
    [InlineData("a\nb", false)]
    [InlineData("prüfstand", false)]
    public void Name_IsVisibleAscii(string name, bool allowed)
    {
        ClientOptions options = new() { Name = name };

        Validator
            .TryValidateObject(options, new ValidationContext(options), null, validateAllProperties: true)
            .ShouldBe(allowed);
    }
}
