using FuncLibs.Runtime.Timing.Clocks;
using Testing;

namespace FuncLibs.Tests.Runtime.Timing.Clocks;

public sealed class ClockStepDetectorTests
{
    private readonly FakeTime _time = new();
    private readonly ClockStepDetector _detector;

    public ClockStepDetectorTests() => _detector = new ClockStepDetector(_time);

    [Theory]
    [InlineData(3600)]
    [InlineData(-3600)]
    [InlineData(0.001)]
    [InlineData(-0.001)]
    public void TryObserve_AfterAStep_ReportsItsSizeOnce(double seconds)
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        _time.Step(TimeSpan.FromSeconds(seconds));

        _detector.TryObserve(out long step).ShouldBeTrue();
        step.ShouldBe((long)(seconds * 1e9));
        _detector.TryObserve(out _).ShouldBeFalse();
    }

    [Fact]
    public void TryObserve_TimePasses_IsNoStep()
    {
        _time.Advance(TimeSpan.FromDays(100));

        _detector.TryObserve(out _).ShouldBeFalse();
    }

    [Fact]
    public void TryObserve_BelowTheThreshold_IsNoStep()
    {
        _time.Step(TimeSpan.FromMicroseconds(900));

        _detector.TryObserve(out _).ShouldBeFalse();
    }

    [Fact]
    public void TryObserve_RealClock_NoStepInAThousandReadings()
    {
        ClockStepDetector detector = new(TimeProvider.System);

        Enumerable.Range(0, 1000).Count(_ => detector.TryObserve(out long _)).ShouldBe(0);
    }
}
