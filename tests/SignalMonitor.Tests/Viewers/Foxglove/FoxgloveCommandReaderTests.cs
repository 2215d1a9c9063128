using System.Text;
using SignalMonitor.Viewers.Foxglove;

namespace SignalMonitor.Tests.Viewers.Foxglove;

public sealed class FoxgloveCommandReaderTests
{
    [Fact]
    public void Read_Subscribe_HasItsNumbers()
    {
        var command = Read("""{"op":"subscribe","subscriptions":[{"id":0,"channelId":3},{"id":1,"channelId":5}]}""")
            .ShouldBeOfType<FoxgloveCommand.Subscribe>();
        command.Subscriptions.ShouldBe([(0u, 3u), (1u, 5u)]);
    }

    [Fact]
    public void Read_Unsubscribe_HasItsNumbers() =>
        Read("""{"op":"unsubscribe","subscriptionIds":[4294967295]}""")
            .ShouldBeOfType<FoxgloveCommand.Unsubscribe>().Subscriptions.ShouldBe([uint.MaxValue]);

    [Theory]
    [InlineData("getParameters")]
    [InlineData("launch")]
    public void Read_OtherOp_IsNamed(string op) =>
        Read($$"""{"op":"{{op}}"}""").ShouldBe(new FoxgloveCommand.Other(op));

    [Theory]
    [InlineData("")]
    [InlineData("garbage")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"op":7}""")]
    [InlineData("""{"op":"\ud800"}""")]
    [InlineData("""{"op":"subscribe"}""")]
    [InlineData("""{"op":"subscribe","subscriptions":{}}""")]
    [InlineData("""{"op":"subscribe","subscriptions":[1]}""")]
    [InlineData("""{"op":"subscribe","subscriptions":[{"id":-1,"channelId":1}]}""")]
    [InlineData("""{"op":"subscribe","subscriptions":[{"id":1,"channelId":4294967296}]}""")]
    [InlineData("""{"op":"subscribe","subscriptions":[{"id":1.5,"channelId":1}]}""")]
    [InlineData("""{"op":"unsubscribe","subscriptionIds":["1"]}""")]
    [InlineData("[[[[[[[[[[1]]]]]]]]]]")]
    public void Read_NoMessageOfTheProtocol_IsAFault(string message)
    {
        FoxgloveCommandReader.Read(Encoding.UTF8.GetBytes(message), out string fault).ShouldBeNull();
        fault.ShouldNotBeEmpty();
    }

    private static FoxgloveCommand Read(string message) =>
        FoxgloveCommandReader.Read(Encoding.UTF8.GetBytes(message), out _).ShouldNotBeNull();
}
