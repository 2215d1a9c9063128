using FuncLibs.Messaging.Transport.ZeroMq;

namespace FuncLibs.Tests.Messaging.Transport.ZeroMq;

public sealed class LibraryVersionTests
{
    [Theory]
    [InlineData("5.0.0")]
    [InlineData("3.2.5")]
    [InlineData("4.2.5")]
    public void VersionFault_OtherThan43_ReportsWhichIsNeededAndWhatToDo(string version)
    {
        string fault = ZeroMqTransport.VersionFault(Version.Parse(version)).ShouldNotBeNull();
        fault.ShouldSatisfyAllConditions(
            () => fault.ShouldStartWith($"libzmq {version} is installed, 4.3 or a later 4.x is needed"),
            () => fault.ShouldContain("apt-get install libzmq5"),
            () => fault.ShouldNotContain("\n"));
    }

    [Theory]
    [InlineData("4.3.0")]
    [InlineData("4.3.4")]
    [InlineData("4.9.1")]
    public void VersionFault_43OrLater_IsNone(string version) =>
        ZeroMqTransport.VersionFault(Version.Parse(version)).ShouldBeNull();

    [Fact]
    public void LibraryFault_OfThisMachine_IsNone() => ZeroMqTransport.LibraryFault().ShouldBeNull();
}
