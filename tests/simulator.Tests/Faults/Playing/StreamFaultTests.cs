using FuncLibs.Blocks;
using Simulator.Faults.Playing;
using Testing;

namespace Simulator.Tests.Faults.Playing;

public sealed class StreamFaultTests
{
    private const int P = FaultRig.Points;

    [Fact]
    public void Play_Nothing_GivesTheRigsBlocks()
    {
        FaultRig rig = new FaultRig("[]").Play(3);
        var expected = new CDataBlock(rig.Rig.Layout);

        for (int tick = 0; tick < 3; tick++)
        {
            rig.Rig.Fill(expected, tick);
            BlockEquality.Difference(rig.Out[tick].Block, expected).ShouldBeNull();
            rig.Out[tick].Stamp.ShouldBe(new BlockStamp(FaultRig.DueNs(tick)));
        }
    }

    [Fact]
    public void Play_Gap_LeavesBlocksOut() => new FaultRig("[{'fault':'gap','atSample':25,'blocks':2}]").Play(5)
        .Indices.ShouldBe([0, 4 * P]);

    [Fact]
    public void Play_Duplicate_GivesBlocksTwice() => new FaultRig("[{'fault':'duplicate','atSample':20}]").Play(3)
        .Indices.ShouldBe([0, P, P, 2 * P]);

    [Fact]
    public void Play_Reordered_PutsTheBlockBehindLaterOnes()
    {
        FaultRig rig = new FaultRig("[{'fault':'reordered','atSample':20,'by':2}]").Play(6);

        rig.Indices.ShouldBe([0, 2 * P, 3 * P, P, 4 * P, 5 * P]);
        rig.Out[3].Stamp.DueUtcNs.ShouldBe(FaultRig.DueNs(1));
    }

    [Fact]
    public void Play_Stale_GivesAnOldBlockAgain()
    {
        FaultRig rig = new FaultRig("[{'fault':'stale','atSample':80,'age':3}]").Play(6);

        rig.Indices.ShouldBe([0, P, 2 * P, 3 * P, 4 * P, P, 5 * P]);
        BlockEquality.Difference(rig.Out[5].Block, rig.Out[1].Block).ShouldBeNull();
        rig.Out[5].Stamp.ShouldBe(rig.Out[1].Stamp);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(50, 10)]
    [InlineData(99, 19)]
    public void Play_VarLength_CutsTheBlock(int percent, int points)
    {
        FaultRig rig = new FaultRig($"[{{'fault':'varlength','atSample':20,'percent':{percent}}}]").Play(3);

        rig.Out[1].Block.Channel(BlockGroup.Servo, 0).PointCount.ShouldBe(points);
        rig.Out[1].Block.Channel(BlockGroup.AD, 4).PointCount.ShouldBe(points);
        rig.Indices.ShouldBe([0, P, 2 * P]);
        rig.Out[2].Block.Channel(BlockGroup.Servo, 0).PointCount.ShouldBe(P);
    }

    [Fact]
    public void Play_Overflow_IsMarkedInTheHeader() =>
        new FaultRig("[{'fault':'overflow','atSample':20,'code':7}]").Play(3)
            .Out.Select(
                emitted => (
                    emitted.Stamp.ErrorCode,
                    emitted.Stamp.BufferPerMille)).ShouldBe([((ushort)0, (ushort)0), (7, 1000), (0, 0)]);

    [Fact]
    public void Play_Offline_TakesTheLinkDownForItsTime()
    {
        FaultRig rig = new FaultRig("[{'fault':'offline','atSample':20,'blocks':2}]").Play(5);

        rig.Calls.ShouldBe(["down at 1: the rig is offline", "up at 3"]);
        rig.Indices.ShouldBe([0, 3 * P, 4 * P]);
    }

    [Fact]
    public void Play_Restart_CountsFromZero()
    {
        FaultRig rig = new FaultRig("[{'fault':'restart','atSample':45}]").Play(5);

        rig.Calls.ShouldBe(["restart at 2"]);
        rig.Indices.ShouldBe([0, P, 0, P, 2 * P]);
        rig.Out[2].Stamp.DueUtcNs.ShouldBe(FaultRig.DueNs(2));
    }

    [Fact]
    public void TickToWaitFor_Stall_IsItsEndAndThenItself()
    {
        var rig = new FaultRig("[{'fault':'stall','atSample':40,'blocks':30}]");
        long[] waits = new long[5];
        for (int tick = 0; tick < waits.Length; tick++)
        {
            waits[tick] = rig.TickToWaitFor(tick);
            rig.Play();
        }

        waits.ShouldBe([0, 1, 32, 3, 4]);
        rig.Indices.ShouldBe([0, P, 2 * P, 3 * P, 4 * P]);
    }

    [Fact]
    public void TickToWaitFor_StallFromTheFirstSampleOn_IsPlayed()
    {
        var rig = new FaultRig("[{'fault':'stall','atSample':0,'blocks':30}]");
        long atStart = rig.TickToWaitFor(0);
        rig.Play();

        (atStart, rig.TickToWaitFor(1)).ShouldBe((30, 1));
    }

    [Fact]
    public void Play_ClockStep_MovesDueTimesForItsTime() =>
        new FaultRig("[{'fault':'clockstep','atSample':20,'bySeconds':-0.5,'blocks':2}]").Play(5)
            .Out.Select(
                (emitted, tick) => emitted.Stamp.DueUtcNs
                    - FaultRig.DueNs(tick)).ShouldBe([0, -500_000_000, -500_000_000, 0, 0]);

    [Fact]
    public void Play_ClockDrift_AddsUpAndStays() =>
        new FaultRig("[{'fault':'clockdrift','atSample':20,'ppm':100,'blocks':2}]").Play(5)
            .Out.Select(
                (emitted, tick) => emitted.Stamp.DueUtcNs - FaultRig.DueNs(tick)).ShouldBe([0, 0, 1000, 2000, 2000]);

    [Fact]
    public void Play_EveryFault_IsReportedWhenItBegins()
    {
        var rig = new FaultRig(
            "[{'fault':'stale','atSample':80,'age':3},{'fault':'nan','channel':'servo2','sensor':'force','atSample':101}]");
        rig.Play(4);
        rig.Truth.ShouldBeEmpty();
        rig.Play(2);

        rig.Truth.ShouldBe(["stale [80, 100) . age 3", "nan [101, 121) servo2.force"]);
    }

    [Fact]
    public void Play_Warm_DoesNotAllocate()
    {
        var rig = new FaultRig("""
            [{'fault':'duplicate','atSample':0,'blocks':100000}, {'fault':'stuck','channel':'servo1','atSample':0,'blocks':1000000},
             {'fault':'wrap32','channel':'servo2','atSample':0}, {'fault':'drift','channel':'ad1','atSample':0},
             {'fault':'clockdrift','atSample':0}, {'fault':'unit','channel':'servo2','sensor':'force','factor':1000,'atSample':0}]
            """, preset: "reference");
        var run = new FaultRun(rig.Schedule, rig.Rig, rig, FuncLibs.GroundTruth.NullGroundTruthSink.Instance);
        var noOutlet = new NoOutlet();
        long tick = 0;

        Allocation.OfWarm(() => run.Play(tick, FaultRig.DueNs(tick++), noOutlet)).ShouldBe(0);
        noOutlet.Blocks.ShouldBe(2 * tick);
    }

    private sealed class NoOutlet : IRigOutlet
    {
        public void Report(FuncLibs.Messaging.RigLink.LinkEvent happened)
        {
        }

        public long Blocks { get; private set; }

        public void Describe(FuncLibs.Blocks.Catalogue.StreamDescription stream)
        {
        }

        public void Emit(CDataBlock block, in BlockStamp stamp) => Blocks++;

        public void Disconnect(string reason)
        {
        }

        public void Reconnect()
        {
        }

        public void Restart(string reason)
        {
        }
    }
}
