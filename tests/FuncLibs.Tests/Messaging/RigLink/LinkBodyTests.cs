using System.Collections.Immutable;
using System.Net;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Tests.Blocks.Catalogue;

namespace FuncLibs.Tests.Messaging.RigLink;

public sealed class LinkBodyTests
{
    private readonly LinkFrameWriter _frame = new();

    private ReadOnlySpan<byte> Body => _frame.Frame[LinkProtocol.HeaderBytes..];

    [Fact]
    public void RigHello_RoundTrip_IsEqual()
    {
        LinkHello.WriteRig(_frame, [Descriptions.Stream]);

        LinkHello.ReadRig(Body, out ImmutableArray<StreamDescription> streams).IsOk.ShouldBeTrue();
        streams.ShouldBe([Descriptions.Stream]);
    }

    [Fact]
    public void RigHello_WithoutStreams_IsRefused()
    {
        LinkHello.WriteRig(_frame, []);

        LinkHello.ReadRig(Body, out _).ToString().ShouldBe("no valid hello: streams: none");
    }

    [Fact]
    public void ClientHello_AsRigHello_IsRefusedWithItsPath()
    {
        LinkHello.WriteClient(_frame, "connector");

        LinkHello.ReadClient(Body, out string client).IsOk.ShouldBeTrue();
        client.ShouldBe("connector");
        LinkHello.ReadClient([0x81, 0xA8, .. "protocol"u8, 2], out _).ToString()
            .ShouldBe("no valid hello: protocol: expected an integer from 1 to 1, found a number outside");
    }

    [Theory]
    [InlineData(LinkCondition.Online)]
    [InlineData(LinkCondition.Offline)]
    [InlineData(LinkCondition.Restart)]
    public void State_RoundTrip_IsEqual(LinkCondition condition)
    {
        var state = new LinkStateFrame(condition, "because");
        state.Write(_frame);

        LinkStateFrame.Read(Body, out LinkStateFrame read).IsOk.ShouldBeTrue();
        read.ShouldBe(state);
    }

    [Fact]
    public void State_LongReason_IsCutToWhatIsRead()
    {
        new LinkStateFrame(LinkCondition.Offline, new string('€', 500)).Write(_frame);

        LinkStateFrame.Read(Body, out LinkStateFrame read).IsOk.ShouldBeTrue();
        read.Reason.ShouldBe(new string('€', 85));
    }

    [Fact]
    public void State_Unknown_IsRefused() =>
        LinkStateFrame.Read([0x81, 0xA5, .. "state"u8, 0xA1, (byte)'x'], out _).Status.ShouldBe(LinkStatus.BadBody);

    [Fact]
    public void BlockHeader_Bytes_AreThoseOfTheWire()
    {
        var header = new LinkBlockHeader(
            1, 2, 1000, 0x0102030405060708, LinkBlockHeader.AllLiveCounts with { Temp = 3 });
        byte[] bytes = new byte[LinkBlockHeader.Bytes + 1];
        header.Write(bytes);

        Convert.ToHexString(bytes).ShouldBe(
            "01000000" + "0200" + "E803" + "0807060504030201" + "FFFF0300FFFFFFFFFFFF" + "000000000000" + "00");
        LinkBlockHeader.Read(bytes, out LinkBlockHeader read, out ReadOnlySpan<byte> document).IsOk.ShouldBeTrue();
        read.ShouldBe(header);
        document.Length.ShouldBe(1);
    }

    [Fact]
    public void BlockHeader_Short_IsRefused() =>
        LinkBlockHeader.Read(new byte[LinkBlockHeader.Bytes], out _, out _).Status.ShouldBe(LinkStatus.BadBody);

    [Fact]
    public void Resolve_AllLive_IsWhatTheBlockHolds()
    {
        CDataBlock block = StreamDescriptionTests.Full();
        BlockCounts live = LinkBlockHeader.AllLiveCounts with { Servo = 1 };
        LinkBlockHeader header = default(LinkBlockHeader) with { Live = live };

        header.Resolve(block).ShouldBe(new BlockCounts(1, 1, 1, 3, 1));
    }

    [Theory]
    [InlineData("tcp://127.0.0.1:5555", true)]
    [InlineData("tcp://localhost:0", true)]
    [InlineData("tcp://[::1]:80", true)]
    [InlineData("tcp://127.0.0.1", false)]
    [InlineData("tcp://127.0.0.1:65536", false)]
    [InlineData("udp://127.0.0.1:1", false)]
    [InlineData("tcp://example.org:1", false)]
    public void Endpoint_Text_IsReadOrRefused(string text, bool valid) =>
        LinkEndpoint.TryParse(text, out IPEndPoint _).ShouldBe(valid);
}
