using Simulator.Waveforms;

namespace Simulator.Tests.Waveforms;

public sealed class RationalPhaseTests
{
    [Fact]
    public void Advance_MillionsOfTicks_IsWhereTheFractionIs()
    {
        const double FrequencyHz = 19.999_999;
        const int LoopHz = 4096;
        const int Ticks = 5_000_000;
        var phase = new RationalPhase(FrequencyHz, LoopHz);
        for (int i = 0; i < Ticks; i++)
            phase.Advance();

        Int128 steps = (Int128)Ticks * 19_999_999;
        Int128 turn = (Int128)LoopHz * 1_000_000;
        phase.Cycles.ShouldBe((long)(steps / turn));
        phase.Phase.ShouldBe((double)(long)(steps % turn) / (double)(long)turn, 1e-15);
    }

    [Fact]
    public void TicksOf_AYearOfCycles_IsExact()
    {
        var phase = new RationalPhase(20, 10_000);

        phase.TicksOf(630_720_000).ShouldBe(315_360_000_000);
    }
}
