using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public sealed class FurnaceZoneTests
{
    private const int LoopHz = 4096;
    private const int StepsPerSecond = LoopHz / FurnaceZone.LoopDivisor;

    [Fact]
    public void Step_ConstantSetPoint_StaysInBalance()
    {
        double[] last = After(new ZonePreset { SetPointDegC = 350 }, seconds: 600);

        last[(int)ZoneQuantity.Middle].ShouldBe(350, 1e-6);
        last[(int)ZoneQuantity.Output].ShouldBe((350 - 23) / 800.0 * 100, 1e-6);
        (last[(int)ZoneQuantity.Upper] - last[(int)ZoneQuantity.Lower]).ShouldBe(3, 1e-6);
    }

    [Fact]
    public void Step_SlowSwing_IsFollowedLate()
    {
        var zone = new FurnaceZone(new ZonePreset { SwingDegC = 20, SwingHz = 0.005 }, LoopHz);
        double[] middle = Column(zone, ZoneQuantity.Middle, seconds: 400);
        int peak = Array.IndexOf(middle, middle.Take(200 * StepsPerSecond).Max());

        middle.Max().ShouldBeInRange(362, 380);
        (peak / (double)StepsPerSecond).ShouldBeInRange(51, 85);
    }

    [Fact]
    public void Step_SetPointBeyondReachForAWhile_PowerStaysWithinItsEnds()
    {
        var zone = new FurnaceZone(new ZonePreset { SwingDegC = 200, SwingHz = 0.02 }, LoopHz);
        double[] power = Column(zone, ZoneQuantity.Output, seconds: 120);

        (power.Min(), power.Max()).ShouldBe((0, 100));
    }

    [Fact]
    public void Restart_AfterARun_GivesTheSameSteps()
    {
        var zone = new FurnaceZone(new ZonePreset { SwingDegC = 20 }, LoopHz);
        double[] first = Column(zone, ZoneQuantity.Upper, seconds: 20);
        zone.Restart();

        Column(zone, ZoneQuantity.Upper, seconds: 20).ShouldBe(first);
    }

    private static double[] After(ZonePreset preset, int seconds)
    {
        var zone = new FurnaceZone(preset, LoopHz);
        double[] step = new double[ZoneRun.Quantities];
        for (int i = 0; i < seconds * StepsPerSecond; i++)
            zone.Step(step);
        return step;
    }

    private static double[] Column(FurnaceZone zone, ZoneQuantity quantity, int seconds)
    {
        double[] step = new double[ZoneRun.Quantities];
        double[] column = new double[seconds * StepsPerSecond];
        for (int i = 0; i < column.Length; i++)
        {
            zone.Step(step);
            column[i] = step[(int)quantity];
        }

        return column;
    }
}
