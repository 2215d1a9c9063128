using FuncLibs.Blocks;
using Testing;

namespace FuncLibs.Tests.Blocks;

public sealed class CountFilterTests
{
    private readonly CDataBlock _block = ReferenceBlocks.Create(ReferenceBlocks.Small);

    [Fact]
    public void FilterCDataBlockByCount_FewerChannels_TrimsTrailingOnes()
    {
        var counts = new BlockCounts(1, 0, 1, 5, 2);

        CountFilter.FilterCDataBlockByCount(_block, counts).Status.ShouldBe(FilterStatus.Trimmed);

        _block.ArrayLengths.ShouldBe(counts);
        _block.Counts.ShouldBe(counts);
        _block.Channel(BlockGroup.Servo, 0).Command[0].ShouldBe(
            ReferenceBlocks.Value(0, 0, 0, ReferenceBlocks.CommandSensor));
    }

    [Fact]
    public void FilterCDataBlockByCount_FewerBits_ClearsTheUnusedOnes()
    {
        _block.BitBytes(BitGroup.In)[0] = 0xFF;

        CountFilter.FilterCDataBlockByCount(_block, _block.Counts with { BitIn = 5 });

        _block.BitBytes(BitGroup.In)[0].ShouldBe((byte)0x1F);
    }

    [Fact]
    public void FilterCDataBlockByCount_SameCounts_IsUnchanged() =>
        CountFilter.FilterCDataBlockByCount(_block).Status.ShouldBe(FilterStatus.Unchanged);

    [Theory]
    [InlineData(3, 1, 2, 8, 3, "servo", 3, 2)]
    [InlineData(2, -1, 2, 8, 3, "temp", -1, 1)]
    [InlineData(2, 1, 99, 8, 3, "ad", 99, 2)]
    [InlineData(2, 1, 2, 9, 3, "bitIn", 9, 8)]
    [InlineData(0, 0, 0, 0, int.MinValue, "bitOut", int.MinValue, 3)]
    public void FilterCDataBlockByCount_CountOutside_NamesGroupAndChangesNothing(
        int servo, int temp, int ad, int bitIn, int bitOut, string group, int count, int held)
    {
        BlockCounts before = _block.ArrayLengths;

        FilterOutcome outcome =
            CountFilter.FilterCDataBlockByCount(_block, new BlockCounts(servo, temp, ad, bitIn, bitOut));

        outcome.ShouldBe(new FilterOutcome(FilterStatus.CountOutOfRange, group, count, held));
        outcome.IsOk.ShouldBeFalse();
        _block.ArrayLengths.ShouldBe(before);
    }

    [Fact]
    public void FilterCDataBlockByCount_AbsentGroup_StaysAbsent()
    {
        _block.RemoveGroup(BlockGroup.Temp);

        CountFilter.FilterCDataBlockByCount(_block, _block.ArrayLengths).IsOk.ShouldBeTrue();

        _block.IsPresent(BlockGroup.Temp).ShouldBeFalse();
    }

    [Fact]
    public void FilterCDataBlockByCount_WhenWarm_DoesNotAllocate() =>
        Allocation.OfWarm(() => CountFilter.FilterCDataBlockByCount(_block)).ShouldBe(0);
}
