using FuncLibs.Blocks;
using HardwareConnector.Sources.Watching;
using Testing;

namespace HardwareConnector.Tests.Sources.Watching;

public sealed class StreamWatchTests
{
    private readonly CDataBlock _block = new(TestRig.Rig.Layout);
    private StreamWatch _watch = new(TestRig.Stream);

    [Fact]
    public void Take_SoundBlocks_FindsNothing()
    {
        for (int i = 0; i < 150; i++)
            Take(i);

        RigFindings.Kinds.ShouldAllBe(kind => _watch.Findings.CountOf(kind) == 0);
        _watch.Findings.ClockPpm.ShouldBe(0);
        _watch.Stuck.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    public void Take_OneNonFiniteValue_CountsTheBlock(double value)
    {
        Take(0);
        Take(1, block => block.Channel(BlockGroup.AD, 3).Values[7] = value);

        _watch.Findings.CountOf(RigFinding.NonFiniteBlocks).ShouldBe(1);
    }

    [Fact]
    public void Take_StuckColumn_IsNamedAfterASecondUntilItMoves()
    {
        for (int i = 0; i < 101; i++)
            Take(i, Hold);
        _watch.Stuck.ShouldBe(["servo2.strain"]);

        Take(101);
        _watch.Stuck.ShouldBeEmpty();
        _watch.Findings.CountOf(RigFinding.Stuck).ShouldBe(1);
    }

    [Fact]
    public void Take_StuckColumnOverANewHello_IsStillWatched()
    {
        for (int i = 0; i < 60; i++)
            Take(i, Hold);
        _watch = new StreamWatch(TestRig.Stream with { AD = TestRig.Stream.AD.RemoveAt(4) }, _watch);
        for (int i = 60; i < 101; i++)
            Take(i, block => Hold(block, adChannels: 4));

        _watch.Stuck.ShouldBe(["servo2.strain"]);
        _watch.Findings.CountOf(RigFinding.Described).ShouldBe(1);
    }

    [Fact]
    public void Take_StepOfTheClock_IsMeasured()
    {
        Take(0);
        Take(1, stepNs: 40_000_000);
        Take(2, stepNs: 40_000_000);

        _watch.Findings.CountOf(RigFinding.ClockSteps).ShouldBe(1);
        _watch.Findings.LastClockStepNs.ShouldBe(40_000_000);
    }

    [Fact]
    public void Take_DriftOfTheClock_IsMeasuredAndNoStep()
    {
        for (int i = 0; i <= 200; i++)
            Take(i, stepNs: i * 1000);

        _watch.Findings.ClockPpm.ShouldBe(100, 0.001);
        _watch.Findings.CountOf(RigFinding.ClockSteps).ShouldBe(0);
    }

    [Fact]
    public void Take_CountThatGoesBack_IsCounted()
    {
        Take(0, block => block.Channel(BlockGroup.Servo, 1).Count.Fill(9));
        Take(1, block => block.Channel(BlockGroup.Servo, 1).Count.Fill(3));
        Take(2, block =>
        {
            Span<long> counts = block.Channel(BlockGroup.Servo, 1).Count;
            counts[..10].Fill(4);
            counts[10..].Clear();
        });

        _watch.Findings.CountOf(RigFinding.CountsBack).ShouldBe(2);
    }

    [Fact]
    public void Take_Warm_DoesNotAllocate()
    {
        TestRig.Rig.Fill(_block, 0);
        long due = 0;

        Allocation.OfWarm(() => _watch.Observe(_block, TestRig.Points, due += 10_000_000)).ShouldBe(0);
    }

    private static void Hold(CDataBlock block) => Hold(block, adChannels: 5);

    private static void Hold(CDataBlock block, int adChannels)
    {
        block.Channel(BlockGroup.Servo, 1).Sensor(2).Fill(0.25);
        block.SetGroup(BlockGroup.AD, adChannels);
    }

    private void Take(long index, Action<CDataBlock>? change = null, long stepNs = 0)
    {
        TestRig.Rig.Fill(_block, index);
        change?.Invoke(_block);
        _watch.Observe(_block, TestRig.Points, TestRig.DueNs(index) + stepNs);
    }
}
