using FuncLibs.Blocks;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public sealed class RepeatTests
{
    // Beyond the second at which ramp-hold-creep changes its control mode.
    private const double Seconds = 1.28;

    public static TheoryData<string> Presets => new(RigPresets.Names);

    [Theory]
    [MemberData(nameof(Presets))]
    public void Fill_AnyBlockSize_GivesTheSameSamples(string name)
    {
        RigPreset preset = RigPresets.Find(name)!;
        int points = preset.Servo.Points;
        string whole = ColumnHash.Of(Sized(preset, points), Whole(preset));

        ColumnHash.Of(Sized(preset, points / 2), Whole(preset)).ShouldBe(whole);
        ColumnHash.Of(Sized(preset, points * 4), Whole(preset)).ShouldBe(whole);
    }

    [Theory]
    [MemberData(nameof(Presets))]
    public void Fill_OtherSeed_GivesOtherSamples(string name)
    {
        RigPreset preset = RigPresets.Find(name)!;

        ColumnHash.Of(preset, 0.25, seed: 2).ShouldNotBe(ColumnHash.Of(preset, 0.25));
    }

    [Fact]
    public void Fill_BackAndForth_GivesTheSameBlocks()
    {
        SimulatedRig straight = new(RigPresets.Find("small")!, 1);
        SimulatedRig jumping = new(RigPresets.Find("small")!, 1);

        foreach (long index in new long[] { 400, 3, 3, 250, 0, 251 })
            BlockEquality.Difference(Filled(jumping, index), Filled(straight, index)).ShouldBeNull($"block {index}");
        BlockEquality.Difference(Filled(jumping, 700), Filled(new(RigPresets.Find("small")!, 1), 700)).ShouldBeNull();
    }

    [Fact]
    public void Advance_InsteadOfFill_ChangesNothing()
    {
        SimulatedRig filled = new(RigPresets.Find("reference")!, 1);
        SimulatedRig advanced = new(RigPresets.Find("reference")!, 1);
        for (long index = 0; index < 100; index++)
        {
            Filled(filled, index);
            advanced.Advance(index);
        }

        BlockEquality.Difference(Filled(advanced, 100), Filled(filled, 100)).ShouldBeNull();
    }

    [Fact]
    public void Fill_OneBlockASecond_IsFilledInParts()
    {
        RigPreset slow = PresetChange.Apply(RigPresets.Find("small")!, 0, 2000, out string? fault);
        fault.ShouldBeNull();

        ColumnHash.Of(slow, 3).ShouldBe(ColumnHash.Of(RigPresets.Find("small")!, 3));
    }

    // A length that is a whole number of the largest blocks.
    private static double Whole(RigPreset preset)
    {
        double block = 4.0 * preset.Servo.Points / preset.BaseRateHz;
        return Math.Ceiling(Seconds / block) * block;
    }

    private static RigPreset Sized(RigPreset preset, int points)
    {
        RigPreset sized = PresetChange.Apply(preset, 0, points, out string? fault);
        fault.ShouldBeNull();
        return sized;
    }

    private static CDataBlock Filled(SimulatedRig rig, long index)
    {
        var block = new CDataBlock(rig.Layout);
        rig.Fill(block, index);
        return block;
    }
}
