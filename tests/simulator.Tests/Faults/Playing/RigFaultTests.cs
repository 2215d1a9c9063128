using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Tests.Faults.Playing;

public sealed class RigFaultTests
{
    [Fact]
    public void Play_MachineFaults_AreReportedBeforeTheFirstBlockThatShowsThem() => new FaultRig(
        """
        [{'fault':'interlock','channel':'servo1','atSample':20,'blocks':2}, {'fault':'estop','channel':'servo2','atSample':40,'blocks':2},
         {'fault':'tare','channel':'servo2','sensor':'stroke','atSample':60}]
        """).Play(6).Events.Select(
            at => $"{at.Tick}: {at.Event.Name} {at.Event.Channel} {at.Event.SampleIndex} {at.Event.Severity}").ShouldBe(
        [
            "1: interlock servo1 20 Warning", "2: estop servo2 40 Error", "3: reset servo1 60 Info",
            "3: tare servo2.stroke 60 Info",
            "4: reset servo2 80 Info",
        ]);

    [Fact]
    public void Play_EventAfterARestart_CountsAsItsBlockDoes()
    {
        FaultRig rig = new FaultRig(
            "[{'fault':'restart','atSample':40},{'fault':'interlock','channel':'servo1','atSample':60}]").Play(5);

        (rig.Events[0].Event.SampleIndex, rig.Events[0].Event.UtcNs).ShouldBe(
            (rig.Out[3].Block.FirstSampleIndex, rig.Out[3].Stamp.DueUtcNs));
    }

    [Fact]
    public void Play_RemoveChannel_DescribesTheRigAgainWithoutIt()
    {
        FaultRig rig = new FaultRig("[{'fault':'removechannel','channel':'servo2','atSample':20,'blocks':2}]").Play(5);

        rig.Calls.ShouldBe(["describe", "describe"]);
        rig.Out.Select(emitted => emitted.Block.ChannelCount(BlockGroup.Servo)).ShouldBe([2, 1, 1, 2, 2]);
        rig.Out[1].Block.Counts.Servo.ShouldBe(1);
    }

    [Fact]
    public void Play_AddChannel_IsNotThereBefore()
    {
        var rig = new FaultRig("[{'fault':'addchannel','channel':'ad5','atSample':40}]");
        rig.Description.AD.Length.ShouldBe(4);
        rig.Play(4);

        rig.Calls.ShouldBe(["describe"]);
        rig.Out.Select(emitted => emitted.Block.ChannelCount(BlockGroup.AD)).ShouldBe([4, 4, 5, 5]);
        rig.Description.ShouldBe(rig.Rig.Description);
    }

    [Fact]
    public void Play_Unit_ChangesDescriptionAndValues()
    {
        FaultRig rig = new FaultRig(
            "[{'fault':'unit','channel':'servo1','sensor':'force','unit':'N','factor':1000,'atSample':20,'blocks':1}]").Play(2);
        ColumnDescription before = rig.Rig.Description.Servo[0].Columns[2];
        ColumnDescription now = rig.Description.Servo[0].Columns[2];
        double[] plain = new FaultRig("[]").Play(2).Column(BlockGroup.Servo, 0, 2);

        now.ShouldBe(
            before with { Unit = "N", Min = before.Min * 1000, Max = before.Max * 1000, Scale = before.Scale * 1000 });
        rig.Column(BlockGroup.Servo, 0, 2).ShouldBe([.. plain[..20], .. plain[20..].Select(value => value * 1000)]);
        rig.Play();
        rig.Description.ShouldBe(rig.Rig.Description);
    }

    [Fact]
    public void Play_RangeFactor_ChangesTheRangeAlone()
    {
        FaultRig rig = new FaultRig(
            "[{'fault':'unit','channel':'servo1','sensor':'force','rangeFactor':0.5,'atSample':0}]").Play(1);
        ColumnDescription before = rig.Rig.Description.Servo[0].Columns[2];

        rig.Description.Servo[0].Columns[2].ShouldBe(before with { Min = before.Min / 2, Max = before.Max / 2 });
        rig.Column(BlockGroup.Servo, 0, 2).ShouldBe(new FaultRig("[]").Play(1).Column(BlockGroup.Servo, 0, 2));
    }

    [Fact]
    public void Play_MachineFaults_WorkTheControls() => new FaultRig("""
        [{'fault':'interlock','channel':'servo1','atSample':20,'blocks':2}, {'fault':'estop','channel':'servo2','atSample':40,'blocks':2},
         {'fault':'tare','channel':'servo2','sensor':'stroke','atSample':65}]
        """).Play(6).Calls.ShouldBe([
            "interlock 0 at sample 20", "reset 0 at sample 60", "estop 1 at sample 40", "reset 1 at sample 80",
            "tare 1.1 at 3",
        ]);
}
