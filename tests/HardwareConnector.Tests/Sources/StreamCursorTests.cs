using HardwareConnector.Recording;
using HardwareConnector.Sources;

namespace HardwareConnector.Tests.Sources;

public sealed class StreamCursorTests
{
    private const long Utc = 1_700_000_000_000_000_000;
    private const double RateHz = 1000;
    private const long BlockNs = 20_000_000;

    private StreamCursor _cursor;

    [Fact]
    public void MissingBefore_FirstBlock_IsNothing() => _cursor.MissingBefore(1000).Count.ShouldBe(0);

    [Fact]
    public void MissingBefore_NextBlock_IsNothing()
    {
        _cursor.Delivered(100, 20);

        _cursor.MissingBefore(120).Count.ShouldBe(0);
    }

    [Fact]
    public void MissingBefore_JumpOfTheRig_IsTheRigs()
    {
        _cursor.Delivered(100, 20);

        _cursor.MissingBefore(160).ShouldBe(new SampleRange(120, 40, "missing from the rig"));
        _cursor.MissingBefore(160).Last.ShouldBe(159);
    }

    [Fact]
    public void Resume_RigWentOn_UntakenBlocksAreMissing()
    {
        _cursor = Resumed();

        _cursor.MissingBefore(200, Utc + (5 * BlockNs), RateHz).ShouldBe(new SampleRange(120, 80, "no connector ran"));
        _cursor.Delivered(200, 20, Utc + (5 * BlockNs));
        _cursor.IsResumed.ShouldBeFalse();
    }

    [Fact]
    public void Resume_NextBlock_IsNothing()
    {
        _cursor = Resumed();
        _cursor.MissingBefore(120, Utc + BlockNs, RateHz).Count.ShouldBe(0);
    }

    [Fact]
    public void Resume_RigWithAnotherCount_IsBoundByItsClock()
    {
        _cursor = Resumed();

        // 120 samples of 1 ms from due to due, 20 of them delivered.
        _cursor.MissingBefore(5_000_000, Utc + (6 * BlockNs), RateHz)
            .ShouldBe(new SampleRange(4_999_900, 100, "no connector ran, and the rig restarted its count"));
    }

    [Fact]
    public void Resume_AnotherCountWithinTheBlockThatWasTaken_IsNoLoss()
    {
        _cursor = Resumed();

        _cursor.MissingBefore(5_000_000, Utc + (BlockNs / 2), RateHz).Count.ShouldBe(0);
    }

    [Fact]
    public void Resume_RigWasRestarted_ItsFirstBlockIsTaken()
    {
        _cursor = Resumed();

        _cursor.Repeats(0, 20, Utc + (500 * BlockNs), RateHz).ShouldBeFalse();
        _cursor.MissingBefore(0, Utc + (500 * BlockNs), RateHz).Count.ShouldBe(0);
    }

    [Fact]
    public void MissingBefore_AfterDrops_IsTheirRangeAndReason()
    {
        _cursor.Delivered(100, 20);
        _cursor.Dropped(120, 20, "full");
        _cursor.Dropped(140, 20, "full");

        _cursor.MissingBefore(160).ShouldBe(new SampleRange(120, 40, "full"));
    }

    [Fact]
    public void MissingBefore_FirstBlockWasDropped_IsItsRange()
    {
        _cursor.Dropped(500, 20, "full");

        _cursor.MissingBefore(520).ShouldBe(new SampleRange(500, 20, "full"));
    }

    [Fact]
    public void MissingBefore_CountRestarts_IsNothing()
    {
        _cursor.Delivered(100, 20);

        _cursor.MissingBefore(0).Count.ShouldBe(0);
    }

    [Fact]
    public void MissingBefore_CountRestartsAfterADrop_IsTheDrop()
    {
        _cursor.Delivered(100, 20);
        _cursor.Dropped(120, 20, "full");

        _cursor.MissingBefore(0).ShouldBe(new SampleRange(120, 20, "full"));
    }

    [Fact]
    public void MissingBefore_UnreadBlock_TakesItsReason()
    {
        _cursor.Delivered(100, 20);
        _cursor.Lost("all blocks in use");

        _cursor.MissingBefore(140).ShouldBe(new SampleRange(120, 20, "all blocks in use"));
    }

    [Fact]
    public void Delivered_AfterADrop_ClearsTheReason()
    {
        _cursor.Dropped(0, 20, "full");
        _cursor.Delivered(20, 20);

        _cursor.MissingBefore(60).Reason.ShouldBe("missing from the rig");
    }

    [Fact]
    public void MissingBefore_IndicesFurtherApartThanACount_IsStillARange()
    {
        _cursor.Delivered(long.MinValue, 20);

        SampleRange range = _cursor.MissingBefore(long.MaxValue);

        range.Count.ShouldBe(long.MaxValue);
        range.Last.ShouldBeGreaterThan(range.First);
    }

    [Fact]
    public void Repeats_BlockOfThePast_IsOne()
    {
        _cursor.Delivered(100, 20, 1000);

        _cursor.Repeats(100, 20, 1000).ShouldBeTrue();
        _cursor.Repeats(60, 20, 800).ShouldBeTrue();
        _cursor.Repeats(120, 20, 1000).ShouldBeFalse();
    }

    [Fact]
    public void Repeats_LowerIndexOfALaterTime_IsANewCount()
    {
        _cursor.Delivered(100, 20, 1000);

        _cursor.Repeats(0, 20, 1100).ShouldBeFalse();
        _cursor.RestartsCount(0).ShouldBeTrue();
    }

    [Fact]
    public void Repeats_AfterALinkCameUp_IsANewCountUntilABlockIsTaken()
    {
        _cursor.Delivered(100, 20, 1000);
        _cursor.MayRestartCount();

        _cursor.Repeats(0, 20, 500).ShouldBeFalse();
        _cursor.Delivered(0, 20, 500);
        _cursor.Repeats(0, 20, 500).ShouldBeTrue();
    }

    [Fact]
    public void Repeats_SoManyInARow_AreANewCountAndDeclared()
    {
        _cursor.Delivered(10_000, 20, 1000);
        long first = 0;
        while (_cursor.Repeats(first, 20, 500))
            first += 20;

        first.ShouldBe(64 * 20);
        _cursor.MissingBefore(first).ShouldBe(new SampleRange(0, first, "taken for repeated blocks"));
    }

    [Fact]
    public void MissingBefore_LossBehindAnUnusableBlock_IsAllOfIt()
    {
        _cursor.Delivered(0, 100);
        _cursor.Lost("unusable");
        _cursor.SetKnown(new SampleRange(200, 100, "full"));

        _cursor.MissingBefore(300).ShouldBe(new SampleRange(100, 200, "unusable"));
    }

    [Fact]
    public void MissingBefore_LossBehindSamplesWithoutAReason_IsAllOfItForTheReasonOfTheLoss()
    {
        _cursor.Delivered(0, 100);
        _cursor.SetKnown(new SampleRange(200, 100, "full"));

        _cursor.MissingBefore(300).ShouldBe(new SampleRange(100, 200, "full"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void MissingBefore_UnusableBlockBetweenTwoLosses_IsAllOfIt(bool started)
    {
        if (started)
            _cursor.Delivered(0, 100);
        _cursor.SetKnown(new SampleRange(100, 100, "full"));
        _cursor.Lost("unusable");
        _cursor.SetKnown(new SampleRange(300, 100, "full"));

        _cursor.MissingBefore(400).ShouldBe(new SampleRange(100, 300, "unusable"));
    }

    [Fact]
    public void MissingBefore_KnownLossOfANewCount_IsTheLoss()
    {
        _cursor.Delivered(10_000, 20);
        _cursor.SetKnown(new SampleRange(10_020, 20, "old"));
        _cursor.SetKnown(new SampleRange(5, 15, "full"));

        _cursor.MissingBefore(20).ShouldBe(new SampleRange(5, 15, "full"));
    }

    [Fact]
    public void Repeats_BufferSentAgainAfterALinkCameUp_IsOneHoweverLong()
    {
        const int Blocks = 200;
        DeliverBlocks(Blocks, Utc, BlockNs);
        _cursor.MayRestartCount();

        for (int i = 0; i < Blocks; i++)
            _cursor.Repeats(i * 20, 20, Utc + (i * BlockNs), RateHz).ShouldBeTrue();
        _cursor.Repeats(Blocks * 20, 20, Utc + (Blocks * BlockNs), RateHz).ShouldBeFalse();
    }

    [Fact]
    public void Repeats_LowerIndexAtAnotherTimeThanItHad_IsANewCount()
    {
        DeliverBlocks(3, Utc, BlockNs);
        _cursor.MayRestartCount();

        _cursor.Repeats(0, 20, Utc + 2_000_000, RateHz).ShouldBeFalse();
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(Utc, 0)]
    [InlineData(5_000_000_000, BlockNs)]
    public void Repeats_UselessDueTimes_AreIgnored(long startNs, long blockNs)
    {
        DeliverBlocks(3, startNs, blockNs);
        _cursor.MayRestartCount();

        _cursor.Repeats(40, 20, startNs + (2 * blockNs), RateHz).ShouldBeFalse();
        _cursor.Repeats(0, 20, startNs, RateHz).ShouldBeFalse();
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(20, 20)]
    [InlineData(60, 40)]
    public void MissingBefore_NewCount_IsTheElapsedTimeUpToTheIndex(long first, long missing)
    {
        _cursor.Delivered(100, 20, 0);

        SampleRange range = _cursor.MissingBefore(first, 60_000_000, RateHz);

        range.Count.ShouldBe(missing);
        (missing == 0 || range.Last == first - 1).ShouldBeTrue();
    }

    private void DeliverBlocks(int blocks, long startNs, long blockNs)
    {
        for (int i = 0; i < blocks; i++)
            _cursor.Delivered(i * 20, 20, startNs + (i * blockNs));
    }

    private static StreamCursor Resumed() => StreamCursor.Resume(new SampleMark(1, 6, 100, 20, Utc, RateHz));
}
