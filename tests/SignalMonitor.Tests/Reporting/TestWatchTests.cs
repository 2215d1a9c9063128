using SignalMonitor.Reporting;
using Testing;

namespace SignalMonitor.Tests.Reporting;

public sealed class TestWatchTests
{
    private readonly FakeTime _time = new();
    private readonly TestWatch _watch;

    public TestWatchTests() => _watch = new TestWatch(TimeSpan.FromSeconds(10), _time);

    [Fact]
    public void Look_NoBlockDuringARun_TellsOnceThatTheTestStands()
    {
        _watch.Look("run1", 5).ShouldBeNull();
        _time.Advance(TimeSpan.FromSeconds(9));
        _watch.Look("run1", 5).ShouldBeNull();
        _time.Advance(TimeSpan.FromSeconds(1));

        _watch.Look("run1", 5).ShouldBe(new TestChange(TestState.Stopped, "run1", TimeSpan.FromSeconds(10)));
        _watch.Look("run1", 5).ShouldBeNull();
    }

    [Fact]
    public void Look_BlocksAgain_TellsThatTheTestGoesOn()
    {
        _watch.Look("run1", 5);
        _time.Advance(TimeSpan.FromSeconds(10));
        _watch.Look("run1", 5);

        _watch.Look("run1", 6)?.State.ShouldBe(TestState.GoesOn);
        _watch.Look("run1", 7).ShouldBeNull();
    }

    [Fact]
    public void Look_RunStopped_TellsTheEnd()
    {
        _watch.Look("run1", 5);

        _watch.Look(null, 5).ShouldBe(new TestChange(TestState.Ended, "run1", TimeSpan.Zero));
    }

    [Fact]
    public void Look_NoRunAndNoBlocks_TellsNothing()
    {
        _watch.Look(null, 5);
        _time.Advance(TimeSpan.FromHours(1));

        _watch.Look(null, 5).ShouldBeNull();
    }
}
