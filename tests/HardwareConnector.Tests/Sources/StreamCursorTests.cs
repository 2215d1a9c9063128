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
}
