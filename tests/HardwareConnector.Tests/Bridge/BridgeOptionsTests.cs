using HardwareConnector.Configuration;

namespace HardwareConnector.Tests.Bridge;

public sealed class BridgeOptionsTests
{
    [Fact]
    public void Check_NoBroker_HasNoFault() => FaultsOf(new BridgeOptions { Queue = "amq.x" }).ShouldBeEmpty();

    [Theory]
    [InlineData("broker.lab", "does not begin with amqp://")]
    [InlineData("amqp://kim:secret@broker.lab", "has a user")]
    [InlineData("amqp://broker.lab:port", "which is no HOST or HOST:PORT")]
    [InlineData("amqp://", "which is no HOST or HOST:PORT")]
    [InlineData("amqp://broker.lab", "would send the password and every block in clear")]
    public void Check_Broker_IsRefused(string broker, string reason) =>
        FaultsOf(new BridgeOptions { Broker = broker }).ShouldHaveSingleItem().ShouldContain(reason);

    [Theory]
    [InlineData("amqp://127.0.0.1:5672")]
    [InlineData("amqp://localhost")]
    [InlineData("amqps://a.lab,b.lab:5673,c.lab/telemetry")]
    public void Check_Broker_IsAccepted(string broker) =>
        FaultsOf(new BridgeOptions { Broker = broker }).ShouldBeEmpty();

    [Fact]
    public void Check_PlainBrokerIsAllowed_IsAccepted() =>
        FaultsOf(new BridgeOptions { Broker = "amqp://broker.lab", AllowPlain = true }).ShouldBeEmpty();

    [Fact]
    public void Check_PasswordFileIsMissing_IsSaid() => FaultsOf(
        new BridgeOptions { Broker = "amqp://localhost", PasswordFile = "/nowhere/password" })
        .ShouldHaveSingleItem().ShouldContain("/nowhere/password does not exist");

    [Fact]
    public void Check_SegmentsLongerThanTheQueue_AreRefused() => FaultsOf(
        new BridgeOptions { Broker = "amqp://localhost", MaxLengthGB = 1, SegmentMB = 600 })
        .ShouldHaveSingleItem().ShouldContain("more than half of Bridge:MaxLengthGB");

    [Fact]
    public void Check_QueueNameOfTheBroker_IsRefused() => FaultsOf(
        new BridgeOptions { Broker = "amqp://localhost", Queue = "amq.mine" })
        .ShouldHaveSingleItem().ShouldContain("begins with 'amq.'");

    private static string[] FaultsOf(BridgeOptions bridge) =>
        [.. new BridgeCheck().Check(new ConnectorOptions { Bridge = bridge }).Select(fault => fault.ToString())];
}
