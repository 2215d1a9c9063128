using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Testing;

namespace FuncLibs.Tests.Blocks.Catalogue;

public sealed class StreamDescriptionTests
{
    private static readonly StreamDescription Stream = Descriptions.Stream;

    [Fact]
    public void ToLayout_OfTheStream_HoldsAFullBlock()
    {
        BlockLayout layout = Stream.ToLayout();

        layout.Servo.ShouldBe([new ChannelShape(10, 2), new ChannelShape(10, 2)]);
        layout.Temp.ShouldBe([new ChannelShape(5, 1)]);
        layout.AD.ShouldBe([new ChannelShape(20)]);
        (layout.BitIn, layout.BitOut).ShouldBe((3, 1));
    }

    [Fact]
    public void BlockDurationNs_OfTenPointsAtOneKilohertz_IsTenMilliseconds() =>
        Stream.BlockDurationNs.ShouldBe(10_000_000);

    [Fact]
    public void CheckFit_FullBlock_IsOk() => Stream.CheckFit(Full()).ShouldBe(CatalogueOutcome.Ok);

    [Fact]
    public void CheckFit_TrimmedBlock_IsOk()
    {
        CDataBlock block = Full();
        block.SetGroup(BlockGroup.Servo, 1);
        block.RemoveGroup(BlockGroup.AD);
        block.SetBits(BitGroup.In, 1);
        block.Channel(BlockGroup.Servo, 0).PointCount = 0;

        Stream.CheckFit(block).IsOk.ShouldBeTrue();
    }

    [Fact]
    public void CheckFit_AnotherRate_IsRefused()
    {
        CDataBlock block = Full();
        block.SampleRateHz = 999;

        Stream.CheckFit(block).ToString().ShouldBe("sampleRateHz: 999, but the stream has 1000");
    }

    [Fact]
    public void CheckFit_AnotherId_NamesTheChannel()
    {
        CDataBlock block = Full();
        block.Channel(BlockGroup.Servo, 1).Id = 9;

        Stream.CheckFit(block).Path.ShouldBe("servo[1]");
    }

    [Fact]
    public void CheckFit_MissingSensor_IsRefused()
    {
        CDataBlock block = Full();
        block.Channel(BlockGroup.Temp, 0).SensorCount = 0;

        Stream.CheckFit(block).Path.ShouldBe("temp[0]");
    }

    [Fact]
    public void CheckFit_MoreThanDescribed_IsRefused()
    {
        (Stream with { Servo = [] }).CheckFit(Full()).ToString().ShouldBe("servo: 2 channels, but the stream has 0");
        (Stream with { BitOut = [] }).CheckFit(Full()).Path.ShouldBe("bitOut");
    }

    [Fact]
    public void CheckFit_FullBlock_DoesNotAllocate()
    {
        CDataBlock block = Full();

        Allocation.OfWarm(() => Stream.CheckFit(block)).ShouldBe(0);
    }

    [Fact]
    public void UnknownStream_OfABlock_DescribesIt()
    {
        StreamDescription unknown = UnknownStream.Describe(1, "main", Full());

        unknown.CheckFit(Full()).IsOk.ShouldBeTrue();
        unknown.AD[0].RateNum.ShouldBe(20);
        unknown.AD[0].RateDen.ShouldBe(10);
    }

    [Fact]
    public void Equals_SameContents_IsTrue()
    {
        (Stream with { Servo = [.. Stream.Servo] }).ShouldBe(Stream);
        (Stream with { Servo = [Stream.Servo[0]] }).ShouldNotBe(Stream);
    }

    internal static CDataBlock Full()
    {
        var block = new CDataBlock(Stream.ToLayout()) { SampleRateHz = Stream.BaseRateHz };
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            block.SetGroup(group, Stream.Channels(group).Length);
            for (int c = 0; c < block.ChannelCount(group); c++)
            {
                BlockChannel channel = block.Channel(group, c);
                channel.Id = Stream.Channels(group)[c].Id;
                channel.PointCount = Stream.Channels(group)[c].Points;
                channel.SensorCount = group == BlockGroup.AD ? 0 : Stream.Channels(group)[c].Columns.Length - 2;
            }
        }

        block.SetBits(BitGroup.In, 3);
        block.SetBits(BitGroup.Out, 1);
        return block;
    }
}
