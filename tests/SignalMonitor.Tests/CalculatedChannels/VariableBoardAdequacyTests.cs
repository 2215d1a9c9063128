using FuncLibs.Signals.Cycles;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class VariableBoardAdequacyTests : IDisposable
{
    private readonly VariableRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Board_VariableOfCycles_ReportsThatThreePointsPerCycleAreTooFew()
    {
        _rig.Edit([Variable("top", "1 + peak(servo1.force)")]);
        for (int i = 0; i < 5; i++)
            _rig.Next([0, 10, -10]);
        RateAdequacy adequacy = _rig.Plan.Board.Read().AdequacyOf(0);
        (adequacy.PointsPerCycle, adequacy.Verdict).ShouldBe((3, RateVerdict.TooFew));
    }

    [Fact]
    public void Board_VariableWithoutCycles_HasNoWarning()
    {
        _rig.Edit([Variable("a", "abs(servo1.force)")]);
        _rig.Next([0, 10, -10]);
        _rig.Running("a").ProbePlace.ShouldBe(-1);
    }
}
