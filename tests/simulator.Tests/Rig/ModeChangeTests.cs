using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.GroundTruth;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public sealed class ModeChangeTests
{
    // ramp-hold-creep goes from displacement to force control at 1 s: block 100 of 100 a second.
    private const long FirstOfForce = 100;

    private readonly SimulatedRig _rig = new(RigPresets.Find("ramp-hold-creep")!, 1);

    [Fact]
    public void Description_AtAModeChange_HasTheNewUnitAndRange()
    {
        Filled(FirstOfForce - 1);
        StreamDescription before = _rig.Description;
        Filled(FirstOfForce);
        StreamDescription after = _rig.Description;

        Command(before).ShouldBe(("mm", -75, 75));
        Command(after).ShouldBe(("kN", -100, 100));
        (after.Id, after.Name, after.PointsPerBlock).ShouldBe((before.Id, before.Name, before.PointsPerBlock));
        after.ToLayout().ValueCount.ShouldBe(before.ToLayout().ValueCount);
    }

    [Fact]
    public void Description_WithoutAChange_IsTheSameObject()
    {
        Filled(0);
        StreamDescription first = _rig.Description;
        Filled(FirstOfForce - 1);

        _rig.Description.ShouldBeSameAs(first);
    }

    [Fact]
    public void Fill_AtAModeChange_EveryCommandIsInTheUnitOfItsDescription()
    {
        CDataBlock last = Filled(FirstOfForce - 1);
        last.Channel(BlockGroup.Servo, 0).ActiveCtrl.ToArray().ShouldAllBe(mode => mode == 0);
        last.Channel(BlockGroup.Servo, 0).Command.ToArray().ShouldAllBe(mm => mm <= 0.05 && mm >= 0.049);

        CDataBlock first = Filled(FirstOfForce);
        first.Channel(BlockGroup.Servo, 0).ActiveCtrl.ToArray().ShouldAllBe(mode => mode == 1);
        first.Channel(BlockGroup.Servo, 0).Command.ToArray().ShouldAllBe(kN => kN > 5 && kN < 10);
    }

    [Fact]
    public void Fill_GoingBackBehindAModeChange_DescribesTheOldMode()
    {
        Filled(FirstOfForce + 500);
        Filled(0);

        Command(_rig.Description).Unit.ShouldBe("mm");
    }

    // A run whose warm-up went past a change would describe itself twice.
    [Fact]
    public void Begin_BehindAModeChange_IsTheDescriptionOfTheStart()
    {
        StreamDescription first = _rig.Description;
        Filled(FirstOfForce + 500);
        _rig.Begin(NullGroundTruthSink.Instance);

        _rig.Description.ShouldBeSameAs(first);
        Filled(0);
        _rig.Description.ShouldBeSameAs(first);
    }

    private static (string Unit, double Min, double Max) Command(StreamDescription stream)
    {
        ColumnDescription column = stream.Servo[0].Columns[0];
        return (column.Unit, column.Min, column.Max);
    }

    private CDataBlock Filled(long index)
    {
        var block = new CDataBlock(_rig.Layout);
        _rig.Fill(block, index);
        return block;
    }
}
