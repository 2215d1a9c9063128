using SignalMonitor.Computation;
using Testing;

namespace SignalMonitor.Tests.Computation;

public sealed class LatencyMeterTests
{
    private readonly FakeTime _time = new();
    private readonly LatencyMeter _meter;

    public LatencyMeterTests() => _meter = new LatencyMeter(_time);

    [Fact]
    public void Recent_BeforeTheEndOfAPeriod_IsZero()
    {
        _meter.Record(1000);

        _meter.RecentP50Ns.ShouldBe(0);
        _meter.Total.Count.ShouldBe(1);
    }

    [Fact]
    public void Recent_AfterTwoSeconds_IsOfThatPeriodAlone()
    {
        Period(60);
        _meter.RecentP50Ns.ShouldBe(60);
        Period(20);

        _meter.RecentP50Ns.ShouldBe(20);
        _meter.RecentP99Ns.ShouldBe(20);
        _meter.Total.Count.ShouldBe(20);
        _meter.Total.MaxNs.ShouldBe(60);
    }

    [Fact]
    public void Restart_ResetsTheTotalWithTheNextRecord()
    {
        _meter.Record(5000);
        _meter.Restart();
        _meter.Record(7);

        (_meter.Total.Count, _meter.Total.MaxNs).ShouldBe((1L, 7L));
    }

    [Fact]
    public void LeaveOut_IsCountedAndInNoFigure()
    {
        _meter.Record(7);
        _meter.LeaveOut();

        (_meter.LeftOut, _meter.Total.Count).ShouldBe((1L, 1L));
    }

    [Fact]
    public void Restart_ClearsWhatWasLeftOut()
    {
        _meter.LeaveOut();
        _meter.LeaveOut();
        _meter.Restart();
        _meter.LeaveOut();

        _meter.LeftOut.ShouldBe(1);
    }

    private void Period(long nanoseconds)
    {
        for (int i = 0; i < 9; i++)
            _meter.Record(nanoseconds);
        _time.Advance(TimeSpan.FromSeconds(2));
        _meter.Record(nanoseconds);
    }
}
