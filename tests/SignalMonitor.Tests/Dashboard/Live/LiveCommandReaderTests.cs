using System.Text;
using SignalMonitor.Dashboard.Live;

namespace SignalMonitor.Tests.Dashboard.Live;

public class LiveCommandReaderTests
{
    [Fact]
    public void Read_EveryOp_HasItsMembers()
    {
        var subscribe = Read(
            """{"op":"subscribe","id":1,"stream":"rig-1","signals":["servo1.force","<script>","servo1.force"],"widthNs":"12500000"}""")
            .ShouldBeOfType<LiveCommand.Subscribe>();
        (subscribe.Id, subscribe.Stream, subscribe.WidthNs).ShouldBe((1u, "rig-1", 12_500_000L));
        subscribe.Signals.ShouldBe(["servo1.force", "<script>"]);
        Read(
            """{"op":"pairs","id":2,"stream":"s","x":"a","y":"b","perSecond":2000}""").ShouldBe(
                new LiveCommand.Pairs(2, "s", "a", "b", 2000));
        Read("""{"op":"unsubscribe","id":4294967295}""").ShouldBe(new LiveCommand.Unsubscribe(uint.MaxValue));
        Read("""{"op":"watch","streams":[]}""").ShouldBeOfType<LiveCommand.Watch>().Streams.ShouldBeEmpty();
        Read("""{"op":"ack","batch":123}""").ShouldBe(new LiveCommand.Acknowledge(123));
        Read("""{"op":"pause"}""").ShouldBe(new LiveCommand.Pause());
        Read("""{"op":"resume"}""").ShouldBe(new LiveCommand.Resume());
    }

    [Theory]
    [InlineData("", "the message is no JSON text")]
    [InlineData("hello", "the message is no JSON text")]
    [InlineData("{\"op\":\"pause\"", "the message is no JSON text")]
    [InlineData("{\"op\":\"pause\"}{}", "the message is no JSON text")]
    [InlineData("[[[[[[]]]]]]", "the message is no JSON text")]
    [InlineData("[]", "the message is no JSON object")]
    [InlineData("{}", "op must be a text")]
    [InlineData("{\"op\":7}", "op must be a text")]
    [InlineData("{\"op\":\"drop\"}", "op is none of subscribe, pairs, unsubscribe, watch, ack, pause, resume")]
    [InlineData("{\"op\":\"pause\",\"x\":1}", "there is a member that its op does not have")]
    [InlineData("{\"op\":\"pause\",\"op\":\"pause\"}", "a member is given twice")]
    [InlineData("{\"op\":\"ack\"}", "batch must be a whole number from 0 to 4294967295")]
    [InlineData("{\"op\":\"ack\",\"batch\":-1}", "batch must be a whole number from 0 to 4294967295")]
    [InlineData("{\"op\":\"ack\",\"batch\":1.5}", "batch must be a whole number from 0 to 4294967295")]
    [InlineData("{\"op\":\"ack\",\"batch\":\"1\"}", "batch must be a whole number from 0 to 4294967295")]
    [InlineData("{\"op\":\"watch\",\"streams\":\"a\"}", "streams must be a list of at most 64 texts")]
    [InlineData("{\"op\":\"watch\",\"streams\":[1]}", "streams must be a list of texts")]
    [InlineData("{\"op\":\"watch\",\"streams\":[\"\"]}", "streams must have 1 to 256 characters")]
    [InlineData(
        "{\"op\":\"subscribe\",\"id\":1,\"stream\":\"s\",\"signals\":[],\"widthNs\":1}", "widthNs must be a text")]
    [InlineData(
        "{\"op\":\"subscribe\",\"id\":1,\"stream\":\"s\",\"signals\":[],\"widthNs\":\"x\"}",
        "widthNs must be a whole number in a text")]
    public void Read_Garbage_ReportsWhatIsWrong(string message, string expected)
    {
        LiveCommandReader.Read(Encoding.UTF8.GetBytes(message), out string fault).ShouldBeNull();
        fault.ShouldBe(expected);
    }

    [Fact]
    public void Read_TextThatIsNotUtf8_IsNone()
    {
        LiveCommandReader
            .Read(
                new byte[] { (byte)'{', (byte)'"', 0xff, (byte)'"', (byte)':', (byte)'1', (byte)'}' }, out string fault)
            .ShouldBeNull();
        fault.ShouldBe("the message is no JSON text");
    }

    [Fact]
    public void Read_RandomBytes_NeverThrows()
    {
        Random random = new(7);
        byte[] valid = Encoding.UTF8.GetBytes(
            """{"op":"subscribe","id":1,"stream":"rig-1","signals":["servo1.force"],"widthNs":"12500000"}""");
        for (int i = 0; i < 20_000; i++)
        {
            byte[] message = [.. valid];
            for (int change = random.Next(4); change >= 0; change--)
                message[random.Next(message.Length)] = (byte)random.Next(256);
            LiveCommand? command =
                LiveCommandReader.Read(message.AsMemory(0, random.Next(message.Length + 1)), out string fault);
            (command is null).ShouldBe(fault.Length > 0);
        }
    }

    private static LiveCommand? Read(string message)
    {
        LiveCommand? command = LiveCommandReader.Read(Encoding.UTF8.GetBytes(message), out string fault);
        fault.ShouldBe("");
        return command;
    }
}
