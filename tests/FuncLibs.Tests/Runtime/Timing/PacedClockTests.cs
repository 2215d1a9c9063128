using FuncLibs.Runtime.Timing;
using Testing;

namespace FuncLibs.Tests.Runtime.Timing;

public sealed class PacedClockTests
{
    private const long Period = 10_000_000;
    private readonly SimulatedTime _time = new();

    [Fact]
    public void WaitFor_OnTime_CountsNothing()
    {
        PacedClock clock = Started(10, 1000);
        for (long tick = 0; tick < 100; tick++)
            clock.WaitFor(tick, CancellationToken.None).ShouldBeTrue();

        (clock.Ticks, clock.Late, clock.Missed).ShouldBe((100, 0, 0));
        _time.Ns.ShouldBe(100 * Period);
    }

    [Fact]
    public void WaitFor_WakesLate_DoesNotDrift()
    {
        _time.Oversleep = 300_000;
        PacedClock clock = Started(10, 1000);
        for (long tick = 0; tick < 1000; tick++)
            clock.WaitFor(tick, CancellationToken.None);

        _time.Ns.ShouldBeInRange(1000 * Period, (1000 * Period) + 300_000);
        clock.Late.ShouldBe(0);
        clock.WakeDelay.MaxNs.ShouldBe(300_000);
    }

    [Fact]
    public void WaitFor_AfterStall_GivesEveryTickAndCountsThem()
    {
        PacedClock clock = Started(10, 1000);
        clock.WaitFor(0, CancellationToken.None);
        _time.Ns += (5 * Period) + (Period / 2);
        for (long tick = 1; tick <= 10; tick++)
            clock.WaitFor(tick, CancellationToken.None);

        // Ticks 1 to 5 were due at 2 to 6 periods, and all come at 6.5; of them 1 to 4 are a whole period or more back.
        (clock.Ticks, clock.Late, clock.Missed).ShouldBe((11, 5, 4));
    }

    [Fact]
    public void WaitFor_AMillisecondLate_IsNotLateYet()
    {
        PacedClock clock = Started(10, 1000);
        _time.Ns = Period + PacedClock.LateAfterNs;
        clock.WaitFor(0, CancellationToken.None);
        clock.Late.ShouldBe(0);

        _time.Ns = (2 * Period) + PacedClock.LateAfterNs + 1;
        clock.WaitFor(1, CancellationToken.None);
        clock.Late.ShouldBe(1);
    }

    [Fact]
    public void WaitFor_OwnLimit_DecidesWhatIsLate()
    {
        var clock = new PacedClock(10, 1000, _time, _time, Period / 2);
        clock.Start();
        _time.Ns = Period + (Period / 2);
        clock.WaitFor(0, CancellationToken.None);
        clock.Late.ShouldBe(0);

        _time.Ns = (2 * Period) + (Period / 2) + 1;
        clock.WaitFor(1, CancellationToken.None);
        (clock.Late, clock.Missed).ShouldBe((1, 0));
    }

    [Fact]
    public void FirstSampleDueUtcNs_OfThreeHundredASecond_DoesNotDriftInADay()
    {
        PacedClock clock = Started(100, 30_000);
        const long Day = 86_400L * 300;

        (clock.FirstSampleDueUtcNs(Day) - clock.StartUtcNs).ShouldBe(86_400 * UtcClock.NanosecondsPerSecond);
        (clock.FirstSampleDueUtcNs(Day + 1)
            - clock.StartUtcNs).ShouldBe((86_400 * UtcClock.NanosecondsPerSecond) + 3_333_333);
    }

    [Fact]
    public void FirstSampleDueUtcNs_UtcSteps_ChangeNothing()
    {
        PacedClock clock = Started(10, 1000);
        _time.UtcStep = TimeSpan.FromHours(1);
        clock.WaitFor(0, CancellationToken.None);

        (clock.FirstSampleDueUtcNs(1) - clock.StartUtcNs).ShouldBe(Period);
    }

    [Fact]
    public void CurrentTick_AfterTime_IsTheOneInProgress()
    {
        PacedClock clock = Started(10, 1000);
        _time.Ns = (7 * Period) + 1;

        clock.CurrentTick().ShouldBe(7);
    }

    [Fact]
    public void WaitFor_Stopped_ReturnsFalse()
    {
        using var stop = new CancellationTokenSource();
        stop.Cancel();

        Started(10, 1).WaitFor(0, stop.Token).ShouldBeFalse();
    }

    [Fact]
    public void WaitFor_RealTime_IsNeverEarlyAndDoesNotAllocate()
    {
        var clock = new PacedClock(1, 1000, TimeProvider.System);
        clock.Start();
        clock.WaitFor(0, CancellationToken.None);
        long tick = 1;
        Allocation.MinOf(GC.GetAllocatedBytesForCurrentThread, WaitOften).ShouldBe(0);

        clock.Ticks.ShouldBe(tick);
        (TimeProvider.System.NowNs() - clock.StartUtcNs).ShouldBeGreaterThanOrEqualTo((tick - 1) * 1_000_000);

        void WaitOften()
        {
            for (int i = 0; i < 20; i++)
                clock.WaitFor(tick++, CancellationToken.None);
        }
    }

    private PacedClock Started(int samples, double rateHz)
    {
        var clock = new PacedClock(samples, rateHz, _time, _time);
        clock.Start();
        return clock;
    }

    /// <summary>A clock that moves only by sleeping, by its own steps or by hand.</summary>
    private sealed class SimulatedTime : TimeProvider, IDeadlineSleep
    {
        public long Ns { get; set; }

        public long Oversleep { get; set; }

        public TimeSpan UtcStep { get; set; }

        public override long TimestampFrequency => UtcClock.NanosecondsPerSecond;

        public override long GetTimestamp() => Ns;

        public override DateTimeOffset GetUtcNow() =>
            new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero) + UtcStep + TimeSpan.FromTicks(Ns / 100);

        public void Sleep(long nanoseconds) => Ns += nanoseconds + Oversleep;
    }
}
