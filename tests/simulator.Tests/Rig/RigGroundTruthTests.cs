using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.GroundTruth;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

public sealed class RigGroundTruthTests
{
    [Fact]
    public void Begin_ARun_ReportsItsBreakAndProperties()
    {
        RecordedGroundTruth groundTruth = Run(RigPresets.Find("break-now")!, seconds: 8);

        groundTruth.Lines.ShouldContain(line => line == "mode servo1 displacement 0 2");
        groundTruth.Lines.ShouldContain(
            line => line.StartsWith("property servo1 Rm 520 MPa", StringComparison.Ordinal));
        groundTruth.Lines.Count(line => line.StartsWith("break servo1", StringComparison.Ordinal)).ShouldBe(1);
        groundTruth.Last.ShouldBe((800, 16_000));
    }

    [Fact]
    public void Begin_Excursions_AreWhereTheSensorIsBeyondTheLimit()
    {
        RigPreset preset = RigPresets.Find("hcf-force-20hz")!;
        RecordedGroundTruth groundTruth = Run(preset, seconds: 3);
        double[] force = Force(preset, seconds: 3);
        (int From, int To)[] reported =
        [
            .. groundTruth.Lines.Where(line => line.StartsWith("excursion", StringComparison.Ordinal)).Select(Span),
        ];

        reported.Length.ShouldBeInRange(15, 40);

        // The chain is two ticks of the loop behind, and its noise blurs the crossing: a sample or two at either end.
        foreach ((int from, int to) in reported.Where(span => span.To - span.From > 5 && span.To + 20 < force.Length))
        {
            force[(from + 3)..(to - 1)].ShouldAllBe(kN => kN > 38 - 0.05);
            force[(to + 4)..(to + 20)].ShouldAllBe(kN => kN < 38 + 0.05);
        }
    }

    [Fact]
    public void Finish_InTheMiddleOfAnExcursion_ReportsItUpToTheEnd()
    {
        RigPreset always = RigPresets.Find("small")! with
        {
            Excursions = [new() { Channel = "servo2", Sensor = "force", Limit = ExcursionLimit.Upper, Value = -90 }],
        };

        Run(always, seconds: 1).Lines.ShouldContain("excursion servo2 force Upper -90 0 2000");
    }

    [Theory]
    [InlineData(10)]
    [InlineData(80)]
    public void Begin_AnyBlockSize_ReportsTheSameInTheSameOrder(int points)
    {
        RigPreset preset = RigPresets.Find("reference")!;
        RigPreset other = PresetChange.Apply(preset, 0, points, out _);
        List<string> reported = Run(other, seconds: 4).Lines;
        List<string> expected = Run(preset, seconds: 4).Lines;
        int both = Math.Min(reported.Count, expected.Count);

        // The plants run a part of a step ahead of the last block, as its size is.
        both.ShouldBeGreaterThan(50);
        reported.Take(both - 8).ShouldBe(expected.Take(both - 8));
    }

    [Fact]
    public void Begin_AfterFilling_Restarts()
    {
        var rig = new SimulatedRig(RigPresets.Find("break-now")!, 1);
        Fill(rig, 700);
        var groundTruth = new RecordedGroundTruth();
        rig.Begin(groundTruth);
        Fill(rig, 700);

        groundTruth.Lines.ShouldBe(Run(RigPresets.Find("break-now")!, seconds: 7, finish: false).Lines);
    }

    private static RecordedGroundTruth Run(RigPreset preset, double seconds, bool finish = true)
    {
        var rig = new SimulatedRig(preset, 1);
        var groundTruth = new RecordedGroundTruth();
        rig.Begin(groundTruth);
        Fill(rig, (int)(seconds * preset.BlocksPerSecond));
        if (finish)
            rig.Finish();
        return groundTruth;
    }

    private static void Fill(SimulatedRig rig, int blocks)
    {
        var block = new CDataBlock(rig.Layout);
        for (int i = 0; i < blocks; i++)
            rig.Fill(block, i);
    }

    private static double[] Force(RigPreset preset, double seconds)
    {
        var rig = new SimulatedRig(preset, 1);
        var block = new CDataBlock(rig.Layout);
        var force = new List<double>();
        for (int i = 0; i < seconds * preset.BlocksPerSecond; i++)
        {
            rig.Fill(block, i);
            force.AddRange(block.Channel(BlockGroup.Servo, 0).Sensor(0));
        }

        return [.. force];
    }

    private static (int From, int To) Span(string line)
    {
        string[] words = line.Split(' ');
        return (int.Parse(words[^2], CultureInfo.InvariantCulture), int.Parse(words[^1], CultureInfo.InvariantCulture));
    }
}
