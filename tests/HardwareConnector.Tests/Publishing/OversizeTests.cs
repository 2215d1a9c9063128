using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;

namespace HardwareConnector.Tests.Publishing;

public sealed class OversizeTests
{
    private const int BigPoints = 40_000;

    [Fact]
    public void Run_JsonAboveTheFrameLimit_IsDeclaredAndTheNextBlockFlagged()
    {
        using RunningPublisher publisher =
            new(content: "json", bindWait: TimeSpan.FromHours(1), beforeBind: feeds => DescribeBig(feeds.All[0]));
        publisher.Join();
        Offer(publisher, 0, BigPoints);
        Offer(publisher, BigPoints, 1);

        publisher.Next(FrameKind.Loss);
        LossPayload notice = LossPayload.Read(publisher.Payload, out _)!;
        (notice.First, notice.Last).ShouldBe((0L, BigPoints - 1L));
        notice.Reason.ShouldContain("is above the limit of");
        FrameHeader header = publisher.Next(FrameKind.Data);
        (header.Sequence, header.Flags).ShouldBe((1UL, FrameFlags.SamplesMissing));
        publisher.Loop.Counters.Oversize.ShouldBe(1);
    }

    // Before the bind: for frames that become larger later the socket is bound again, and what is sent meanwhile is
    // heard by nobody.
    private static void DescribeBig(SourceFeed feed) => feed.Describe(TestRig.Describe(feed, Big()), default);

    private static StreamDescription Big()
    {
        ColumnDescription column = new("", "", -1, 1, 0);
        return new StreamDescription(
            1, "big", 1000, BigPoints, [new(0, "", 1, 1, BigPoints, [column, column])], [], [], [], []);
    }

    private static void Offer(RunningPublisher publisher, long first, int points)
    {
        CDataBlock block = publisher.Feed.TryRent(0).ShouldNotBeNull();
        block.FirstSampleIndex = first;
        block.SampleRateHz = 1000;
        block.SetGroup(BlockGroup.Servo, 1);
        BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
        channel.Id = 0;
        channel.SensorCount = 0;
        channel.PointCount = points;
        channel.ActiveCtrl.Clear();
        channel.Count.Clear();
        channel.Command.Fill(-1.2345678901234567e-100);
        channel.Output.Fill(-1.2345678901234567e-100);
        block.Counts = block.ArrayLengths;
        block.IsValid = true;
        publisher.Feed.Offer(0, block, 1, trimmed: false);
    }
}
