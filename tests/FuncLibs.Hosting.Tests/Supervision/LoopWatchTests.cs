using FuncLibs.Hosting.Supervision;
using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Diagnostics;
using Testing;

namespace FuncLibs.Hosting.Tests.Supervision;

public sealed class LoopWatchTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(15);
    private readonly FakeTime _time = new();
    private readonly LoopProgress _publish = new();
    private readonly LoopProgress _control = new();

    [Fact]
    public void FindStuck_AllLoopsTurn_IsNull()
    {
        LoopWatch watch = Watch();
        for (int i = 0; i < 5; i++)
        {
            _time.Advance(Limit);
            _publish.CountTurn();
            _control.CountTurn();
            watch.FindStuck().ShouldBeNull();
        }
    }

    [Fact]
    public void FindStuck_OneLoopStandsStill_NamesItAfterTheLimit()
    {
        LoopWatch watch = Watch();
        _time.Advance(Limit);
        _control.CountTurn();
        watch.FindStuck().ShouldBeNull();
        _time.Advance(TimeSpan.FromSeconds(1));
        (WatchedLoop Loop, TimeSpan Since)? stuck = watch.FindStuck();
        stuck.ShouldNotBeNull();
        stuck.Value.Loop.Name.ShouldBe("publish");
        stuck.Value.Since.ShouldBe(Limit + TimeSpan.FromSeconds(1));
    }

    [Fact]
    public void FindStuck_LoopTurnsAgain_IsNull()
    {
        LoopWatch watch = Watch();
        _time.Advance(2 * Limit);
        _control.CountTurn();
        watch.FindStuck().ShouldNotBeNull();
        _publish.CountTurn();
        watch.FindStuck().ShouldBeNull();
    }

    [Fact]
    public void FindStuck_TwoLoopsStandStill_NamesTheOneThatIsStuckLonger()
    {
        LoopWatch watch = Watch();
        _time.Advance(TimeSpan.FromSeconds(1));
        _publish.CountTurn();
        watch.FindStuck().ShouldBeNull();
        _time.Advance(2 * Limit);
        watch.FindStuck()!.Value.Loop.Name.ShouldBe("control");
    }

    private LoopWatch Watch() =>
        new([new WatchedLoop("publish", _publish), new WatchedLoop("control", _control)], Limit, _time);
}
