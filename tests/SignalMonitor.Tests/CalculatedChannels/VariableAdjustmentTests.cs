using SignalMonitor.CalculatedChannels;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Streams;
using SignalMonitor.Variables.Definitions;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class VariableAdjustmentTests : IDisposable
{
    private readonly VariableRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Reset_OfAVariable_ClearsItsFunctionsAndNoOthers()
    {
        SignalVariable top = Variable("top", "runmax(servo1.force)");
        SignalVariable above = Variable("above", "runmax(top)");
        _rig.Edit([top, above]);
        _rig.Next([1, 9, 2]);
        _rig.Edit([top with { Resets = 1, Revision = 2 }, above]);
        _rig.Next([1, 3, 2]);

        (_rig.Value("top"), _rig.Value("above")).ShouldBe((3, 9));
    }

    [Fact]
    public void Tare_OfAVariable_IsSubtractedAndKeepsEveryState()
    {
        SignalVariable load = Variable("load", "runmax(servo1.force)");
        SignalVariable above = Variable("above", "runmin(load)");
        _rig.Edit([load, above]);
        _rig.Next([1, 9, 2]);
        _rig.Edit([load with { Tare = 8, Revision = 2 }, above]);
        _rig.Next([1, 3, 2]);

        (_rig.Value("load"), _rig.Value("above")).ShouldBe((1, 1));
    }

    [Fact]
    public void Tare_OfATable_IsRefused()
    {
        _rig.Edit([Variable("turns", "rainflow(servo1.force)") with { Tare = 1 }]);
        _rig.Next([1, 2, 3]);

        _rig.Running("turns").Fault.ShouldNotBeNull().ShouldContain("cannot be tared");
    }

    [Fact]
    public void Switch_TareAndReset_AreAdjustmentsAtItsSequence()
    {
        SignalVariable load = Variable("load", "runmax(servo1.force)");
        _rig.Edit([load]);
        _rig.Next([1, 9, 2]);
        _rig.Edit([load with { Tare = 8, Resets = 1, Revision = 2 }, Variable("other", "servo1.force") with { Tare = 3 }]);
        _rig.Next([1, 3, 2]);

        PlanSwitch made = LastSwitch();
        VariableAdjustment adjustment = VariableAdjustment.From(made).Single();
        (made.Sequence, made.FirstSample, adjustment.IsTare, adjustment.IsReset, adjustment.Former.Tare)
            .ShouldBe((2UL, _rig.Block.FirstSampleIndex, true, true, 0));
        EvaluationLogEntry.From(made).Definitions!.Variables[0].ShouldSatisfyAllConditions(
            logged => logged.Tare.ShouldBe(8), logged => logged.Resets.ShouldBe(1));
    }

    [Fact]
    public void Reset_CrashBeforeThePositionIsSaved_IsAppliedOnceWhenItGoesOn()
    {
        SignalVariable load = Variable("load", "runmax(servo1.force)");
        _rig.Edit([load]);
        _rig.Next([1, 9, 2]);
        SavedParts saved = _rig.Save();
        SignalVariable reset = load with { Resets = 1, Revision = 2 };
        _rig.Edit([reset]);
        _rig.Next([1, 3, 2]);

        using VariableRig next = new(saved: saved);
        next.Edit([reset]);
        next.Next([1, 3, 2]);

        VariableAdjustment.From(LastSwitch(next)).Single().IsReset.ShouldBeTrue();
        next.Value("load").ShouldBe(3);
    }

    [Fact]
    public void Reset_CrashAfterThePositionIsSaved_IsNotAppliedAgain()
    {
        SignalVariable load = Variable("load", "runmax(servo1.force)") with { Resets = 1, Tare = 2 };
        _rig.Edit([load]);
        _rig.Next([1, 9, 2]);
        SavedParts saved = _rig.Save();

        using VariableRig next = new(saved: saved);
        next.Edit([load]);
        next.Next([1, 3, 2]);

        VariableAdjustment.From(LastSwitch(next)).ShouldBeEmpty();
        next.Value("load").ShouldBe(7);
    }

    [Fact]
    public void Reset_TwoEditsBeforeOneBlock_AreOneSwitchWithBoth()
    {
        SignalVariable load = Variable("load", "runmax(servo1.force)");
        _rig.Edit([load]);
        _rig.Next([1, 9, 2]);
        _rig.Edit([load with { Resets = 1, Revision = 2 }]);
        _rig.Edit([load with { Resets = 1, Tare = 1, Revision = 3 }]);
        _rig.Next([1, 3, 2]);

        VariableAdjustment.From(LastSwitch()).Single().ShouldSatisfyAllConditions(
            one => one.IsReset.ShouldBeTrue(), one => one.IsTare.ShouldBeTrue());
        _rig.Value("load").ShouldBe(2);
    }

    private PlanSwitch LastSwitch(VariableRig? rig = null)
    {
        PlanSwitch? last = null;
        while ((rig ?? _rig).Coordinator.TryTakeSwitch(out PlanSwitch? made))
            last = made;
        return last.ShouldNotBeNull();
    }
}
