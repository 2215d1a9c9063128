using FuncLibs.Blocks;
using Testing;

namespace FuncLibs.Tests.Blocks;

public sealed class BlockLayoutTests
{
    [Fact]
    public void ValueCount_ReferenceBlock_Is15200() => ReferenceBlocks.Reference.Layout().ValueCount.ShouldBe(15_200);

    [Fact]
    public void Constructor_ColumnsOfAllChannels_DoNotOverlap()
    {
        var block = new CDataBlock(
            new BlockLayout([new ChannelShape(3, 1), new ChannelShape(9)], [], [new ChannelShape(8)], 3, 70));
        block.SetGroup(BlockGroup.Servo, 2);
        block.SetGroup(BlockGroup.AD, 1);
        block.Channel(BlockGroup.Servo, 0).PointCount = 3;
        block.Channel(BlockGroup.Servo, 0).SensorCount = 1;
        block.Channel(BlockGroup.Servo, 1).PointCount = 9;
        block.Channel(BlockGroup.AD, 0).PointCount = 8;

        // Each column gets its own number; whatever overlapped would have lost its.
        block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(1);
        block.Channel(BlockGroup.Servo, 1).ActiveCtrl.Fill(2);
        block.Channel(BlockGroup.Servo, 1).Output.Fill(3);
        block.Channel(BlockGroup.AD, 0).Values.Fill(4);
        block.Channel(BlockGroup.Servo, 0).Sensor(0).ToArray().ShouldAllBe(value => value == 1);
        block.Channel(BlockGroup.Servo, 1).ActiveCtrl.ToArray().ShouldAllBe(value => value == 2);
        block.Channel(BlockGroup.Servo, 1).Output.ToArray().ShouldAllBe(value => value == 3);
        block.Channel(BlockGroup.AD, 0).Values.ToArray().ShouldAllBe(value => value == 4);
    }

    [Theory]
    [InlineData(65_537, 0, "points")]
    [InlineData(-1, 0, "points")]
    [InlineData(1, 4093, "columns")]
    [InlineData(65_536, 61, "values")]
    [InlineData(1, -1, "sensors")]
    public void Constructor_AboveALimit_ThrowsNamingIt(int points, int sensors, string what) =>
        Should.Throw<BlockLayoutException>(
            () => new BlockLayout([new ChannelShape(points, sensors)], [], [], 0, 0)).Message.ShouldContain(what);

    [Fact]
    public void Constructor_TooManyBits_Throws() =>
        Should.Throw<BlockLayoutException>(() => new BlockLayout([], [], [], 4097, 0));

    [Fact]
    public void Constructor_TooManyChannels_Throws() =>
        Should.Throw<BlockLayoutException>(() => new BlockLayout([], [], [.. new ChannelShape[1025]], 0, 0));

    [Fact]
    public void Limits_Default_AreThoseOfTheWire() => new BlockLimits().ShouldBe(new BlockLimits
    {
        Channels = 1024,
        Columns = 4096,
        PointsPerColumn = 65_536,
        Values = 4_194_304,
        Bits = 4096,
        Depth = 8,
    });
}
