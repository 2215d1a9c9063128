using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Recordings;
using Testing;

namespace HardwareConnector.Tests.Sources.Recordings;

public sealed class ReplayTimelineTests
{
    private const long Recorded = 1_700_000_000_000_000_000;
    private const long Block = 10_000_000;
    private readonly FakeTime _time = new();

    [Fact]
    public void DueNs_SpeedOne_IsTheRecordedTimeAndOneOffset()
    {
        ReplayTimeline timeline = Begun("1");
        long offset = timeline.DueNs(Recorded, Block) - Recorded;

        foreach (long later in new[] { Block, 2 * Block, (2 * Block) + 1, 3_600_000_000_000 })
            (timeline.DueNs(Recorded + later, Block) - Recorded - later).ShouldBe(offset);
    }

    [Fact]
    public void DueNs_SpeedTen_IsATenthOfTheDistanceFromTheFirst()
    {
        ReplayTimeline timeline = Begun("10");
        long first = timeline.DueNs(Recorded, Block);

        timeline.DueNs(Recorded + Block, Block).ShouldBe(first + (Block / 10));
        timeline.DueNs(Recorded + 3_600_000_000_000, Block).ShouldBe(first + 360_000_000_000);
    }

    [Fact]
    public void DueNs_RecordedClockGoesBack_IsABlockBehindTheLast()
    {
        ReplayTimeline timeline = Begun("1");
        timeline.DueNs(Recorded, Block);
        long before = timeline.DueNs(Recorded + Block, Block);

        long back = timeline.DueNs(Recorded - 3_600_000_000_000, Block);

        back.ShouldBe(before + Block);
        timeline.DueNs(Recorded - 3_600_000_000_000 + Block, Block).ShouldBe(back + Block);
    }

    [Fact]
    public void DueNs_SecondPass_GoesOnBehindTheFirst()
    {
        ReplayTimeline timeline = Begun("1");
        timeline.DueNs(Recorded, Block);
        long last = timeline.DueNs(Recorded + 1_000_000_000, Block);

        timeline.Begin();

        timeline.DueNs(Recorded, Block).ShouldBe(last + Block);
    }

    [Fact]
    public void DueNs_Max_IsNow()
    {
        ReplayTimeline timeline = Begun("max");
        timeline.DueNs(Recorded, Block).ShouldBe(0);
        _time.Advance(TimeSpan.FromMilliseconds(3));

        timeline.DueNs(Recorded + 3_600_000_000_000, Block).ShouldBe(3_000_000);
    }

    private ReplayTimeline Begun(string text)
    {
        ReplaySpeed.TryParse(text, out ReplaySpeed speed).ShouldBeTrue();
        DeadlineClock clock = new(_time);
        clock.Start();
        ReplayTimeline timeline = new(speed, clock);
        timeline.Begin();
        return timeline;
    }
}
