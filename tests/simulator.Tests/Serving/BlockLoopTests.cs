using System.Net;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging.Abstractions;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Serving;
using Testing;

namespace Simulator.Tests.Serving;

/// <summary>The small rig, a block every 10 ms, by a clock that moves only when the block thread sleeps.</summary>
public sealed class BlockLoopTests : IDisposable
{
    private const int Blocks = 20;
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan StallAt = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Stall = TimeSpan.FromMilliseconds(46);
    private readonly FakeTime _time = new();
    private readonly SimulatedRig _rig = new(RigPresets.Find("small")!, 1);
    private readonly LinkServer _server;

    public BlockLoopTests() => _server = new LinkServer(
        new LinkServerSettings(new IPEndPoint(IPAddress.Loopback, 0), _rig.Description),
        TimeProvider.System,
        NullLogger<LinkServer>.Instance);

    [Fact]
    public void Run_Length_EndsBehindItAndNotBefore()
    {
        BlockLoop loop = Loop(() => { });

        loop.Run(CancellationToken.None);

        (loop.Clock.Ticks, loop.Length, loop.Clock.Late, loop.Clock.Missed).ShouldBe((Blocks, Blocks, 0, 0));
        _time.GetTimestamp().ShouldBe(Blocks * Period.Ticks);
    }

    [Fact]
    public void Run_AStall_EveryTickThatWasDueIsInTimeOrMissed()
    {
        BlockLoop loop = Loop(() => _time.Advance(Stall));

        loop.Run(CancellationToken.None);

        // Tick 4, due at 50 ms, comes at 96, and so do those due at 60, 70 and 80: a period late or more. That of 90 is
        // 6 ms late, more than half a period; from 100 on all is well.
        PacedClock clock = loop.Clock;
        (clock.Missed, clock.Late).ShouldBe((4, 5));
        (clock.Ticks, clock.WakeDelay.Count).ShouldBe((Blocks, Blocks));
        long inTime = clock.Ticks - clock.Missed;
        (inTime + clock.Missed).ShouldBe(clock.CurrentTick());
        clock.WakeDelay.MaxNs.ShouldBe((long)Stall.TotalNanoseconds);
    }

    [Fact]
    public void EndSoon_InAStall_EndsBehindTheTicksThatAreDue()
    {
        BlockLoop? loop = null;
        loop = Loop(() =>
        {
            _time.Advance(Stall);
            loop!.EndSoon();
        });

        loop.Run(CancellationToken.None);

        // At 96 ms nine blocks of 10 ms are over.
        (loop.Length, loop.Clock.Ticks).ShouldBe((9, 9));
    }

    [Fact]
    public void EndSoon_BeforeTheRun_MakesNoBlock()
    {
        BlockLoop loop = Loop(() => { });
        loop.EndSoon();

        loop.Run(CancellationToken.None);

        (loop.Length, loop.Clock.Ticks).ShouldBe((0, 0));
    }

    public void Dispose() => _server.Dispose();

    private BlockLoop Loop(Action stall)
    {
        var sleep = new StallingSleep(_time, StallAt, stall);
        var clock = new PacedClock(
            _rig.Description.PointsPerBlock, _rig.Preset.ClockRateHz, _time, sleep, (long)Period.TotalNanoseconds / 2);
        return new BlockLoop(_rig, _server, clock) { Length = Blocks };
    }

    /// <summary>Sleeps by moving the clock; once, at a moment, something else happens too.</summary>
    private sealed class StallingSleep(FakeTime time, TimeSpan at, Action stall) : IDeadlineSleep
    {
        private bool _stalled;

        public void Sleep(long nanoseconds)
        {
            time.Advance(TimeSpan.FromTicks((nanoseconds + 99) / 100));
            if (_stalled || time.GetTimestamp() < at.Ticks)
                return;
            _stalled = true;
            stall();
        }
    }
}
