using HardwareConnector.Sources;

namespace HardwareConnector.Tests.Sources;

public sealed class StreamCursorTests
{
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
    public void MissingBefore_RigCountsAnew_IsNothing()
    {
        _cursor.Delivered(100, 20);

        _cursor.MissingBefore(0).Count.ShouldBe(0);
    }

    [Fact]
    public void MissingBefore_RigCountsAnewAfterADrop_IsTheDrop()
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
    public void Delivered_AfterADrop_ForgetsTheReason()
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
        _cursor.CountsAnew(0).ShouldBeTrue();
    }

    [Fact]
    public void Repeats_AfterALinkCameUp_IsANewCountUntilABlockIsTaken()
    {
        _cursor.Delivered(100, 20, 1000);
        _cursor.MayCountAnew();

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

    [Theory]
    [InlineData(0, 0)]
    [InlineData(20, 20)]
    [InlineData(60, 40)]
    public void MissingBefore_NewCount_IsWhatTheClockSaysUpToTheIndex(long first, long missing)
    {
        const double RateHz = 1000;
        _cursor.Delivered(100, 20, 0);

        SampleRange range = _cursor.MissingBefore(first, 60_000_000, RateHz);

        range.Count.ShouldBe(missing);
        (missing == 0 || range.Last == first - 1).ShouldBeTrue();
    }
}
