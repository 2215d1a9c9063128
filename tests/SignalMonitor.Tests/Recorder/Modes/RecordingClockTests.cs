using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Tests.Recorder.Modes;

public sealed class RecordingClockTests
{
    private const double RateHz = 1000;

    [Fact]
    public void Place_ClockOfTheRigSteps_FollowsTheIndex()
    {
        RecordingClock clock = new();
        clock.Locate(Block(1, 0, acquiredNs: 5_000), 10, RateHz);

        clock.Locate(Block(2, 10, acquiredNs: -7_000_000_000), 10, RateHz).BeginNs.ShouldBe(10_000_000);
    }

    [Fact]
    public void Place_IndexBeginsAgain_GoesOn()
    {
        RecordingClock clock = new();
        clock.Locate(Block(1, 1_000_000), 10, RateHz);

        clock.Locate(Block(2, 0), 10, RateHz).BeginNs.ShouldBe(10_000_000);
        clock.Locate(Block(3, 10), 10, RateHz).BeginNs.ShouldBe(20_000_000);
    }

    [Fact]
    public void Place_BlocksAreMissing_HasTheirTime()
    {
        RecordingClock clock = new();
        clock.Locate(Block(1, 0), 10, RateHz);

        clock.Locate(Block(5, 40), 10, RateHz).BeginNs.ShouldBe(40_000_000);
    }

    [Fact]
    public void Place_BlockThatAnEarlierProcessMet_HasTheTimeItHad()
    {
        RecordingClock clock = new();
        BlockInstant second = default;
        for (ulong sequence = 1; sequence <= 5; sequence++)
        {
            BlockInstant placed = clock.Locate(Block(sequence, (long)(sequence - 1) * 10), 10, RateHz);
            second = sequence == 2 ? placed : second;
        }

        RecordingClock next = new();
        next.Restore(clock.Newest!.Value);
        next.IsMet(1, 2).ShouldBeTrue();
        next.Locate(Block(2, 10), 10, RateHz).ShouldBe(second);
        next.Locate(Block(6, 50), 10, RateHz).BeginNs.ShouldBe(50_000_000);
    }

    private static BlockInstant Block(ulong sequence, long index, long acquiredNs = 0) =>
        new(1, sequence, acquiredNs, index);
}
