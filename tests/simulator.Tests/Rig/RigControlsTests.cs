using FuncLibs.Blocks;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public sealed class RigControlsTests
{
    private const int Points = 20;

    private readonly SimulatedRig _rig = new(RigPresets.Find("small")!, 1);

    [Fact]
    public void Interlock_AnAxis_HoldsItsCommandAndSetsTheInput()
    {
        Filled(149);
        _rig.Interlock(0, 150 * Points);
        Filled(160);
        double held = Filled(161).Channel(BlockGroup.Servo, 0).Command[0];

        Filled(180).Channel(BlockGroup.Servo, 0).Command.ToArray().ShouldAllBe(kN => kN == held);
        Inputs(180).ShouldBe((true, true));
        Filled(180).Channel(BlockGroup.Servo, 1).Command.ToArray().Distinct().Count().ShouldBeGreaterThan(10);
    }

    [Fact]
    public void EmergencyStop_AnAxis_TakesThePressureAway()
    {
        Filled(100);
        _rig.EmergencyStop(1, 101 * Points);
        Filled(150);

        Inputs(151).ShouldBe((false, true));
    }

    [Fact]
    public void Reset_AfterAnInterlock_GoesOn()
    {
        Filled(149);
        _rig.Interlock(0, 150 * Points);
        Filled(180);
        _rig.Reset(0, 181 * Points);
        Filled(400);

        Inputs(401).ShouldBe((true, false));
        Filled(401).Channel(BlockGroup.Servo, 0).Command.ToArray().Distinct().Count().ShouldBeGreaterThan(10);
    }

    [Fact]
    public void Tare_ASensor_ShowsZeroWhereItWas()
    {
        double last = Filled(150).Channel(BlockGroup.Servo, 0).Sensor(1)[^1];
        _rig.Tare(0, 1);
        double[] tared = Filled(151).Channel(BlockGroup.Servo, 0).Sensor(1).ToArray();
        double[] plain = Plain(151);

        last.ShouldNotBe(0);
        tared.Zip(plain, (t, p) => p - t).ShouldAllBe(difference => Math.Abs(difference - last) < 1e-9);
    }

    [Fact]
    public void Broken_ASpecimen_SetsItsInput()
    {
        var rig = new SimulatedRig(RigPresets.Find("break-now")!, 1);
        var block = new CDataBlock(rig.Layout);
        rig.Fill(block, 0);
        (block.Bit(BitGroup.In, 1), block.Bit(BitGroup.In, 3)).ShouldBe((false, false));
        rig.Fill(block, 750);
        (block.Bit(BitGroup.In, 1), block.Bit(BitGroup.In, 3)).ShouldBe((true, true));
    }

    private static double[] Plain(long index)
    {
        var rig = new SimulatedRig(RigPresets.Find("small")!, 1);
        var block = new CDataBlock(rig.Layout);
        rig.Fill(block, index);
        return block.Channel(BlockGroup.Servo, 0).Sensor(1).ToArray();
    }

    private (bool Hydraulics, bool Interlock) Inputs(long index)
    {
        CDataBlock block = Filled(index);
        return (block.Bit(BitGroup.In, 0), block.Bit(BitGroup.In, 1));
    }

    private CDataBlock Filled(long index)
    {
        var block = new CDataBlock(_rig.Layout);
        _rig.Fill(block, index);
        return block;
    }
}
