using SignalMonitor.Dashboard.Live;

namespace SignalMonitor.Tests.Dashboard.Live;

public sealed class LiveCadenceTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromTicks(5);

    // On a busy machine much time may pass between two readings of a clock.
    [Fact]
    public void Left_TimePassesWithEachReading_IsNeverNegative()
    {
        LiveCadence cadence = new(new RunningTime(), Interval);
        cadence.IsDue();

        foreach (int _ in Enumerable.Range(0, 10))
            cadence.Left.ShouldBeGreaterThanOrEqualTo(TimeSpan.Zero);
    }

    private sealed class RunningTime : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _ticks += 2;
    }
}
