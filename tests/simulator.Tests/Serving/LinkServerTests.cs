using System.Net;
using System.Net.Sockets;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;
using Simulator.Rig;
using Simulator.Serving;
using Testing;

namespace Simulator.Tests.Serving;

public sealed class LinkServerTests
{
    private const int WaitMicroseconds = 100_000;

    [Fact]
    public void Client_ReadsAHundredBlocks_EachAsTheRigMakesIt()
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? connected).ToString().ShouldBe("Ok");
        using LinkClient client = connected!;
        client.Streams.ShouldBe([served.Rig.Description]);

        // The block thread fills the served rig: what it makes is expected of a second one.
        var twin = new SimulatedRig(served.Rig.Preset, 1);
        var received = new CDataBlock(served.Rig.Layout);
        var expected = new CDataBlock(served.Rig.Layout);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        long previous = -1;
        for (int blocks = 0; blocks < 100; blocks++)
        {
            LinkBlockHeader header = NextBlock(client, serializer, received);
            long index = received.FirstSampleIndex / client.Streams[0].PointsPerBlock;
            twin.Fill(expected, index);
            received.Counts = expected.Counts;

            BlockEquality.Difference(received, expected).ShouldBeNull();
            client.Streams[0].CheckFit(received).IsOk.ShouldBeTrue();
            header.DueUtcNs.ShouldBe(served.Loop.Clock.FirstSampleDueUtcNs(index));
            (previous < 0 ? 1 : index - previous).ShouldBe(1);
            previous = index;
        }

        served.Server.Counters.Dropped.ShouldBe(0);
    }

    [Fact]
    public void Enqueue_Event_IsAFrameOfTheClient()
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? connected);
        using LinkClient client = connected!;
        LinkEvent reported = new("tare", 1, 40, 7, Channel: "servo1.stroke", Text: "reads 0");
        Eventually.True(() => served.Server.Active is not null, "the client is served");
        served.Server.Active!.Enqueue(reported);

        LinkEvent? came = null;
        Eventually.True(
            () =>
            {
                if (client.Read(out LinkFrame frame, WaitMicroseconds).IsOk && frame.Type == LinkFrameType.Event)
                    came = LinkEvent.Read(frame.Body, out _);
                return came is not null;
            },
            "the event comes");
        came.ShouldBe(reported);
    }

    [Fact]
    public void Block_IsSentWhenItIsDue_NotBefore()
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? connected);
        using LinkClient client = connected!;
        var block = new CDataBlock(served.Rig.Layout);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;

        for (int i = 0; i < 10; i++)
        {
            LinkBlockHeader header = NextBlock(client, serializer, block);
            long now = FuncLibs.Runtime.Timing.UtcClock.NowNs(TimeProvider.System);
            now.ShouldBeGreaterThanOrEqualTo(header.DueUtcNs + client.Streams[0].BlockDurationNs - 1000);
        }
    }

    [Fact]
    public void Loop_WarmWithAClient_DoesNotAllocatePerBlock()
    {
        using var served = new ServedRig(blocksPerSecond: 500);
        served.Connect(out LinkClient? connected);
        using LinkClient client = connected!;
        Pump(client, served, 200);

        Allocation.MinOf(() => served.Loop.Allocation.Bytes, () => Pump(client, served, 200)).ShouldBe(0);
    }

    [Fact]
    public void SecondClient_AfterItsHello_IsClosedWithAReason()
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? first);
        using LinkClient client = first!;

        // Each connection has its own thread: the hello of the second might be read first.
        Eventually.True(() => served.Server.Active is not null, "the first client is served");
        served.Connect(out LinkClient? second).IsOk.ShouldBeTrue();
        using LinkClient other = second!;

        ReasonOf(other).ShouldBe("another client is connected; this link serves one");
        Pump(client, served, 10);
    }

    [Fact]
    public void NextClient_AfterTheFirstLeft_IsServedAndTimeWentOn()
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? first);
        first!.Dispose();
        Eventually.True(() => served.Server.Active is null, "the first client is gone");
        long tick = served.Loop.Clock.Ticks;
        Eventually.True(() => served.Loop.Clock.Ticks > tick + 3, "the rig's time goes on");
        served.Connect(out LinkClient? second);
        using LinkClient client = second!;

        var block = new CDataBlock(served.Rig.Layout);
        NextBlock(client, BuiltInSerializers.CreateRegistry().Create("columns")!, block);
        block.FirstSampleIndex.ShouldBeGreaterThan(tick * client.Streams[0].PointsPerBlock);
    }

    [Fact]
    public void SlowClient_LosesBlocksVisibly()
    {
        using var served = new ServedRig(queueBlocks: 4, blocksPerSecond: 1000, preset: "reference");
        served.Connect(out LinkClient? connected);
        using LinkClient client = connected!;
        Eventually.True(() => served.Server.Counters.Dropped > 20, "a client that does not read loses blocks");

        var block = new CDataBlock(served.Rig.Layout);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        long jumped = 0;
        long previous = -1;
        Eventually.True(
            () =>
            {
                NextBlock(client, serializer, block);
                long index = block.FirstSampleIndex / client.Streams[0].PointsPerBlock;
                jumped += previous < 0 ? 0 : index - previous - 1;
                previous = index;
                return jumped > 20;
            },
            "the drops are a jump of the first sample index");
        jumped.ShouldBeLessThanOrEqualTo(served.Server.Counters.Dropped);
    }

    [Theory]
    [InlineData("474554202F20485454502F312E310D0A")]
    [InlineData("FFFFFFFF02")]
    [InlineData("0000000005")]
    [InlineData("0100000005")]
    [InlineData("020000000180")]
    public void BadPeer_IsRefusedAndTheClientSeesNothing(string bytes)
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? connected);
        using LinkClient client = connected!;
        using var peer = new Socket(SocketType.Stream, ProtocolType.Tcp);
        peer.Connect(served.Server.Endpoint);
        peer.Send(Convert.FromHexString(bytes));

        Eventually.True(() => served.Server.Counters.Refused == 1, "the peer is refused");
        Pump(client, served, 10);
    }

    [Fact]
    public void SilentPeer_WithoutHello_IsDropped()
    {
        using var served = new ServedRig();
        using var peer = new Socket(SocketType.Stream, ProtocolType.Tcp);
        peer.Connect(served.Server.Endpoint);

        Eventually.True(() => served.Server.Counters.Refused == 1, "a peer without a hello is dropped");
    }

    [Fact]
    public void Flood_OfConnections_IsBounded()
    {
        using var served = new ServedRig();
        served.Connect(out LinkClient? connected);
        using LinkClient client = connected!;
        Socket[] peers =
        [
            .. Enumerable
                .Range(0, 3 * LinkServer.MaxPeers)
                .Select(_ => new Socket(SocketType.Stream, ProtocolType.Tcp)),
        ];
        foreach (Socket peer in peers)
            peer.Connect(served.Server.Endpoint);

        Eventually.True(
            () => served.Server.Counters.Refused >= (2 * LinkServer.MaxPeers) + 1, "what is too much is closed");
        Pump(client, served, 10);
        foreach (Socket peer in peers)
            peer.Dispose();
    }

    [Fact]
    public void Create_NotOnLoopback_IsRefused()
    {
        using var served = new ServedRig();
        var settings = new LinkServerSettings(new IPEndPoint(IPAddress.Any, 0), served.Rig.Description);

        Should.Throw<ArgumentException>(() => new LinkServer(
            settings, TimeProvider.System, Microsoft.Extensions.Logging.Abstractions.NullLogger<LinkServer>.Instance));
    }

    private static LinkBlockHeader NextBlock(LinkClient client, IBlockSerializer serializer, CDataBlock block)
    {
        while (true)
        {
            LinkOutcome outcome = client.Read(out LinkFrame frame, WaitMicroseconds);
            outcome.IsFatal.ShouldBeFalse(outcome.ToString());
            if (!outcome.IsOk || frame.Type != LinkFrameType.Block)
                continue;
            LinkBlockHeader.Read(
                frame.Body, out LinkBlockHeader header, out ReadOnlySpan<byte> document).IsOk.ShouldBeTrue();
            serializer.Deserialize(document, block).IsOk.ShouldBeTrue();
            return header;
        }
    }

    private static void Pump(LinkClient client, ServedRig served, long blocks)
    {
        var block = new CDataBlock(served.Rig.Layout);
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        for (long i = 0; i < blocks; i++)
            NextBlock(client, serializer, block);
    }

    private static string ReasonOf(LinkClient client)
    {
        string reason = "";
        Eventually.True(
            () =>
            {
                LinkOutcome outcome = client.Read(out LinkFrame frame, WaitMicroseconds);
                if (outcome.IsOk && frame.Type == LinkFrameType.State
                    && LinkStateFrame.Read(frame.Body, out LinkStateFrame state).IsOk)
                    reason = state.Reason;
                return outcome.IsFatal;
            },
            "the link is closed");
        return reason;
    }
}
