using FuncLibs.Blocks;
using Simulator.Presets;
using Simulator.Rig;
using Testing;

namespace Simulator.Tests.Rig;

public sealed class SimulatedRigTests
{
    public static TheoryData<string> Presets => [.. RigPresets.Names];

    [Theory]
    [InlineData("reference", 300, 30_000, 3_333_333)]
    [InlineData("small", 100, 2_000, 10_000_000)]
    public void Description_OfAPreset_HasItsPace(string name, double blocksPerSecond, double rateHz, long durationNs)
    {
        SimulatedRig rig = Rig(name);

        (rig.Description.BlocksPerSecond, rig.Description.BaseRateHz, rig.Description.BlockDurationNs)
            .ShouldBe((blocksPerSecond, rateHz, durationNs));
        rig.Description.Name.ShouldBe("main");
    }

    [Fact]
    public void Fill_Reference_IsTheReferenceBlock()
    {
        SimulatedRig rig = Rig("reference");
        CDataBlock block = Filled(rig, 3);
        CDataBlock published = ReferenceBlocks.Create(ReferenceBlocks.Reference);

        block.ArrayLengths.ShouldBe(published.ArrayLengths);
        rig.Layout.Servo.ShouldBe(published.Layout.Servo);
        rig.Layout.Temp.ShouldBe(published.Layout.Temp);
        rig.Layout.AD.Select(c => c.Points).ShouldBe(published.Layout.AD.Select(c => c.Points));
        block.FirstSampleIndex.ShouldBe(300);
        (rig.Description.Temp[0].RateNum, rig.Description.Temp[0].RateDen).ShouldBe((1, 2));
        (rig.Description.AD[0].RateNum, rig.Description.AD[0].RateDen).ShouldBe((2, 1));
    }

    [Fact]
    public void Fill_Small_HasTheSmallShape()
    {
        CDataBlock block = Filled(Rig("small"), 0);

        block.ArrayLengths.ShouldBe(new BlockCounts(2, 0, 5, 8, 8));
        block.IsPresent(BlockGroup.Temp).ShouldBeFalse();
        block.Channel(BlockGroup.Servo, 1).SensorCount.ShouldBe(4);
        block.Channel(BlockGroup.AD, 4).PointCount.ShouldBe(20);
    }

    [Theory]
    [InlineData("reference")]
    [InlineData("small")]
    public void Describes_OwnBlocks_IsOk(string name)
    {
        SimulatedRig rig = Rig(name);

        rig.Description.CheckFit(Filled(rig, 5)).ToString().ShouldBe("Ok");
    }

    [Fact]
    public void Fill_SameSeed_GivesTheSameBits()
    {
        BlockEquality.Difference(Filled(Rig("reference"), 12345), Filled(Rig("reference"), 12345)).ShouldBeNull();
        BlockEquality.Difference(Filled(Rig("reference", seed: 2), 5), Filled(Rig("reference"), 5)).ShouldNotBeNull();
    }

    [Theory]
    [InlineData(10)]
    [InlineData(50)]
    [InlineData(200)]
    public void Fill_OtherBlockSize_GivesTheSameSamples(int points)
    {
        SimulatedRig whole = Rig("reference");
        var cut = new SimulatedRig(PresetChange.Apply(RigPresets.Find("reference")!, 0, points, out _), 1);

        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int column = 0; column < (group == BlockGroup.AD ? 1 : 4); column++)
                Samples(cut, group, column, 600).ShouldBe(Samples(whole, group, column, 600));
        }
    }

    [Fact]
    public void Fill_ForcesOfAWave_FollowTheCommandLateAndQuantised()
    {
        SimulatedRig rig = Rig("small");
        double[] command = Samples(rig, BlockGroup.Servo, 2, 4000);
        double[] force = Samples(rig, BlockGroup.Servo, 3, 4000);
        double scale = rig.Description.Servo[0].Columns[2].Scale;

        force.ShouldAllBe(v => Math.Abs((v / scale) - Math.Round(v / scale)) < 1e-6);
        force.Max().ShouldBeInRange(command.Max() - 1, command.Max() + 1);
        Array
            .IndexOf(force, force.Take(2000).Max())
            .ShouldBeGreaterThan(Array.IndexOf(command, command.Take(2000).Max()) - 5);
        force.Zip(command, (f, c) => Math.Abs(f - c)).Max().ShouldBeInRange(0.5, 5);
    }

    [Fact]
    public void Fill_Count_IsTheCycleOfTheCommand()
    {
        SimulatedRig rig = Rig("small");

        // The command goes to its mean for a second before the cycles of 1 Hz and 2 Hz begin.
        Filled(rig, 0).Channel(BlockGroup.Servo, 0).Count[0].ShouldBe(0);
        Filled(rig, 199).Channel(BlockGroup.Servo, 0).Count[^1].ShouldBe(0);
        Filled(rig, 201).Channel(BlockGroup.Servo, 0).Count[^1].ShouldBe(1);
        Filled(rig, 20_000).Channel(BlockGroup.Servo, 1).Count[^1].ShouldBe(398);
    }

    [Fact]
    public void Fill_Values_StayInTheirRanges()
    {
        SimulatedRig rig = Rig("reference");
        for (long index = 0; index < 100; index++)
        {
            CDataBlock block = Filled(rig, index * 7);
            for (int c = 0; c < 8; c++)
            {
                for (int s = 0; s < 8; s++)
                {
                    double max = rig.Description.Servo[c].Columns[s + 2].Max;
                    double min = rig.Description.Servo[c].Columns[s + 2].Min;
                    block.Channel(BlockGroup.Servo, c).Sensor(s).ToArray().ShouldAllBe(v => v >= min && v <= max);
                }
            }
        }
    }

    [Theory]
    [MemberData(nameof(Presets))]
    public void Fill_Warm_DoesNotAllocate(string name)
    {
        SimulatedRig rig = Rig(name);
        CDataBlock block = Filled(rig, 0);
        long index = 1;

        Allocation.OfWarm(() => rig.Fill(block, index++)).ShouldBe(0);
    }

    private static SimulatedRig Rig(string name, long seed = 1) => new(RigPresets.Find(name)!, seed);

    private static CDataBlock Filled(SimulatedRig rig, long index)
    {
        var block = new CDataBlock(rig.Layout);
        rig.Fill(block, index);
        return block;
    }

    // Column: 0 count, 1 output, 2 command, 3 first sensor; an analogue input has its values.
    private static double[] Samples(SimulatedRig rig, BlockGroup group, int column, int count)
    {
        var samples = new List<double>();
        for (long index = 0; samples.Count < count; index++)
        {
            BlockChannel channel = Filled(rig, index).Channel(group, 0);
            samples.AddRange(group == BlockGroup.AD ? channel.Values.ToArray() : column switch
            {
                0 => [.. channel.Count.ToArray().Select(n => (double)n)],
                1 => channel.Output.ToArray(),
                2 => channel.Command.ToArray(),
                _ => channel.Sensor(0).ToArray(),
            });
        }

        return [.. samples.Take(count)];
    }
}
