using FuncLibs.Blocks;
using Testing;

namespace FuncLibs.Tests.Blocks;

public sealed class CDataBlockTests
{
    private readonly CDataBlock _block = ReferenceBlocks.Create(ReferenceBlocks.Small);

    [Fact]
    public void IsPresent_NewBlock_IsFalseForEveryGroup()
    {
        var block = new CDataBlock(ReferenceBlocks.Small.Layout());

        block.IsPresent(BlockGroup.Servo).ShouldBeFalse();
        block.IsPresent(BitGroup.Out).ShouldBeFalse();
        block.ArrayLengths.ShouldBe(default);
    }

    [Fact]
    public void Channel_BeyondTheCount_Throws() =>
        Should.Throw<ArgumentOutOfRangeException>(() => _block.Channel(BlockGroup.Servo, 2));

    [Fact]
    public void PointCount_AboveTheCapacity_Throws() => Should.Throw<ArgumentOutOfRangeException>(() =>
    {
        BlockChannel channel = _block.Channel(BlockGroup.Servo, 0);
        channel.PointCount = 4;
    });

    [Fact]
    public void SensorCount_AboveTheCapacity_Throws() => Should.Throw<ArgumentOutOfRangeException>(() =>
    {
        BlockChannel channel = _block.Channel(BlockGroup.Servo, 0);
        channel.SensorCount = 3;
    });

    [Fact]
    public void SetGroup_AboveTheCapacity_Throws() =>
        Should.Throw<ArgumentOutOfRangeException>(() => _block.SetGroup(BlockGroup.Temp, 2));

    [Fact]
    public void SetBit_OneLine_LeavesTheOthers()
    {
        _block.SetBit(BitGroup.In, 4, true);

        Enumerable
            .Range(0, 8)
            .Select(i => _block.Bit(BitGroup.In, i))
            .ShouldBe([true, false, false, true, true, false, true, false]);
    }

    [Fact]
    public void SetBits_AboveTheCapacity_Throws() =>
        Should.Throw<ArgumentOutOfRangeException>(() => _block.SetBits(BitGroup.In, 9));

    [Fact]
    public void Relayout_ToALargerLayout_ClearsAndHoldsIt()
    {
        _block.Relayout(ReferenceBlocks.Reference.Layout());
        _block.IsPresent(BlockGroup.Servo).ShouldBeFalse();

        ReferenceBlocks.Fill(_block, ReferenceBlocks.Reference);

        BlockEquality.Difference(_block, ReferenceBlocks.Create(ReferenceBlocks.Reference)).ShouldBeNull();
    }

    [Fact]
    public void Relayout_ToASmallerLayout_TakesNoBuffer()
    {
        CDataBlock block = ReferenceBlocks.Create(ReferenceBlocks.Reference);
        BlockLayout small = ReferenceBlocks.Small.Layout();

        Allocation.OfWarm(() => block.Relayout(small)).ShouldBe(0);
    }
}
