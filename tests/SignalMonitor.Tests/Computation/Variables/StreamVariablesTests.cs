using FuncLibs.Signals;
using FuncLibs.Wire;
using SignalMonitor.Alarms;
using SignalMonitor.Alarms.Events;
using SignalMonitor.Computation.Variables;
using SignalMonitor.Derived;
using SignalMonitor.Saving;
using Testing;
using static SignalMonitor.Tests.Computation.Variables.VariableRig;

namespace SignalMonitor.Tests.Computation.Variables;

public sealed class StreamVariablesTests : IDisposable
{
    private readonly VariableRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Compute_Expression_IsItsValueAtTheLastPoint()
    {
        _rig.Edit([Variable("size", "abs(servo1.force) + 1")]);
        _rig.Next([-1, -2, -3]);
        _rig.Value("size").ShouldBe(4);
    }

    [Fact]
    public void Compute_EditBetweenBlocks_SwitchesAtTheNextBlockAndSaysSo()
    {
        _rig.Edit([Variable("a", "servo1.force * 2")]);
        _rig.Next([1, 1, 1]);
        _rig.Edit([Variable("a", "servo1.force * 3", revision: 2)]);
        _rig.Value("a").ShouldBe(2);
        _rig.Next([1, 1, 1]);
        _rig.Value("a").ShouldBe(3);
        _rig.Desk.TryTakeSwitch(out _).ShouldBeTrue();
        _rig.Desk.TryTakeSwitch(out PlanSwitch? second).ShouldBeTrue();
        (second.Epoch, second.Sequence, second.Next.Set.Revision).ShouldBe((1UL, 2UL, 2L));
    }

    [Fact]
    public void Compute_BlockOfARecording_IsDerivedAsOne()
    {
        using DerivedFeed feed = new(8);
        using VariableRig rig = new(feed);
        rig.Edit([Variable("a", "servo1.force")]);
        rig.Next(flags: FrameFlags.Recording | FrameFlags.Trimmed);
        rig.Stream.IsReplay.ShouldBeTrue();
        rig.Next(missing: 3);
        rig.Stream.IsReplay.ShouldBeFalse();

        List<FrameFlags> flags = [];
        while (feed.Ring.TryRead(out DerivedItem item))
        {
            if (item.Block is not null)
                flags.Add(item.Flags);
        }

        flags.ShouldBe([FrameFlags.Recording, FrameFlags.SamplesMissing]);
    }

    [Fact]
    public void Compute_BadEdit_IsRefusedAndTheOldOneRunsOn()
    {
        _rig.Edit([Variable("a", "servo1.force * 2")]);
        _rig.Next([1, 1, 1]);
        _rig.Edit([Variable("a", "servo1.forse * 3", revision: 2)]);
        _rig.Next([2, 2, 2]);
        _rig.Value("a").ShouldBe(4);
        RunningVariable running = _rig.Running("a");
        (running.IsRunning, running.Definition.Revision).ShouldBe((true, 1));
        running.Fault.ShouldNotBeNull().ShouldContain("revision 2 is refused: line 1, column 1");
        running.Fault.ShouldContain("servo1.force");
    }

    [Fact]
    public void Compute_NewVariableThatIsWrong_StandsThereWithItsFaultAndOthersRun()
    {
        _rig.Edit([Variable("good", "servo1.force"), Variable("bad", "nothing + 1")]);
        _rig.Next([1, 2, 3]);
        _rig.Value("good").ShouldBe(3);
        (_rig.Running("bad").IsRunning, _rig.Running("bad").Fault is null).ShouldBe((false, false));
        _rig.QualityOf("bad").ShouldBe(Quality.Invalid);
    }

    [Fact]
    public void Compute_EditOfAnother_KeepsWhatAVariableRemembers()
    {
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)"), Variable("b", "1 + 1")]);
        _rig.Next([-1, 1, -1]);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)"), Variable("b", "2 + 2", revision: 2)]);
        _rig.Next([-1, 1, -1]);
        _rig.Value("cycles").ShouldBe(2);
    }

    [Fact]
    public void Compute_MissingSamples_RestartsWindowsAndHoldsCounts()
    {
        _rig.Edit([Variable("mean", "movavg(servo1.force, 4)"), Variable("cycles", "count(servo1.force > 0)")]);
        _rig.Next([-1, 1, -1]);
        _rig.Next([-1, 1, -1]);
        _rig.QualityOf("mean").ShouldBe(Quality.Good);
        _rig.Next([5, 5, 5], missing: 3);
        (_rig.QualityOf("mean"), _rig.Value("mean")).ShouldBe((Quality.Invalid, 5));
        _rig.QualityOf("cycles").ShouldBe(Quality.Uncertain);
    }

    [Fact]
    public void Compute_NextEpoch_IsAGap()
    {
        _rig.Edit([Variable("mean", "movavg(servo1.force, 2)")]);
        _rig.Next([1, 1, 1]);
        _rig.Next([1, 1, 1], epoch: 2);
        _rig.Running("mean").IsRunning.ShouldBeTrue();
        _rig.Plan.Program.Qualities(0)[0].ShouldBe(Quality.Invalid);
    }

    [Fact]
    public void Compute_LimitOnAChannel_RaisesAtItsSample()
    {
        _rig.Edit([], Limit("servo1.force", 10));
        _rig.Next([1, 11, 1]);
        _rig.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        (raised.To, raised.SampleIndex, raised.Sequence, raised.Value).ShouldBe((AlarmState.Active, 1, 1UL, 11));
    }

    [Fact]
    public void Compute_LimitOnAVariable_RaisesOnItsValues()
    {
        _rig.Edit([Variable("size", "abs(servo1.force)")], Limit("size", 10));
        _rig.Next([1, 1, -12]);
        _rig.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        (raised.SampleIndex, raised.Value).ShouldBe((2, 12));
    }

    [Fact]
    public void Compute_LimitOnNothing_IsNamed()
    {
        _rig.Edit([], Limit("servo9.force", 10));
        _rig.Next();
        _rig.Plan.LimitFaults.ShouldHaveSingleItem().ShouldContain("servo9.force");
    }

    [Fact]
    public void Checkpoint_OtherLife_GoesOnWhereItStopped()
    {
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)")], Limit("cycles", 1.5));
        _rig.Next([-1, 1, -1]);
        SavedParts saved = new();
        VariableCheckpoint checkpoint = new();
        checkpoint.Take(_rig.Stream);
        saved.Variables.Put(checkpoint.ToSavedVariables(TestStream.Publisher, TestStream.Id));
        saved.Alarms.Put(checkpoint.ToSavedAlarms(TestStream.Publisher, TestStream.Id));

        using VariableRig second = new(saved: saved);
        second.Block.FirstSampleIndex = 3;
        second.Edit([Variable("cycles", "count(servo1.force > 0)")], Limit("cycles", 1.5));
        second.Next([-1, 1, -1]);
        (second.Value("cycles"), second.QualityOf("cycles")).ShouldBe((2, Quality.Good));
        second.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        raised.SampleIndex.ShouldBe(4);
    }

    [Fact]
    public void Compute_Warm_TakesNoMemory()
    {
        _rig.Edit(
            [Variable("mean", "movavg(servo1.force, 4)"), Variable("cycles", "count(servo1.force > 0)"), Variable("sum", "mean + cycles")],
            Limit("servo1.force", 1e9));
        _rig.Next();
        Allocation.OfWarm(() => _rig.Next()).ShouldBe(0);
    }
}
