using FuncLibs.Blocks;
using FuncLibs.Signals.Tensile;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Rig;

/// <summary>
/// The tensile presets as they are, through their measuring chains: what a monitor computes of the blocks is what the
/// specimen has. Noise of the strain must be small for that, because it makes every fitted modulus too small.
/// </summary>
public sealed class TensilePresetTests
{
    private const int ForceSensor = 0;
    private const int StrainSensor = 2;

    [Theory]
    [InlineData("tensile-steel", 1)]
    [InlineData("tensile-steel", 2)]
    [InlineData("tensile-steel", 3)]
    [InlineData("break-now", 1)]
    [InlineData("break-now", 2)]
    [InlineData("break-now", 3)]
    public void Fill_ATensilePreset_GivesTheMonitorItsProperties(string name, long seed)
    {
        TensileTest test = Pull(name, seed, out RecordedGroundTruth groundTruth);

        // Of the truth: E in GPa, the others in MPa.
        foreach ((string property, TensileQuantity quantity) in Expected(name))
        {
            double expected = ValueOf(groundTruth, $"property servo1 {property} ", 3);
            test.Value(quantity).ShouldBe(expected, 0.01 * expected, $"{property} of {name}, seed {seed}");
        }

        // The extensometer sees what grips and oil give back in the fall, which is no elongation of the specimen.
        if (name == "tensile-steel")
        {
            double elongation = ValueOf(groundTruth, "property servo1 A ", 3);
            test.Value(TensileQuantity.Elongation).ShouldBe(elongation, 0.01 * elongation, $"A of {name}, seed {seed}");
        }

        double broken = ValueOf(groundTruth, "break servo1 ", 2);
        (test.Value(TensileQuantity.BreakIndex) - broken).ShouldBeInRange(0, 10);
    }

    private static (string Property, TensileQuantity Quantity)[] Expected(string name)
    {
        (string, TensileQuantity)[] all =
        [
            ("E", TensileQuantity.ElasticModulus), ("Rp0.2", TensileQuantity.ProofStrength),
            ("Rm", TensileQuantity.TensileStrength),
        ];
        return name == "break-now"
            ? all
            : [.. all, ("ReH", TensileQuantity.UpperYieldStrength), ("ReL", TensileQuantity.LowerYieldStrength)];
    }

    private static TensileTest Pull(string name, long seed, out RecordedGroundTruth groundTruth)
    {
        RigPreset preset = RigPresets.Find(name)!;
        double area = preset.Axes[0].Specimen.AreaMm2;
        var rig = new SimulatedRig(preset, seed);
        groundTruth = new RecordedGroundTruth();
        rig.Begin(groundTruth);
        var block = new CDataBlock(rig.Layout);

        // The elastic range that score takes: 10 and 40 % of Rp0.2, 350 MPa.
        var test = new TensileTest(new TensileOptions
        {
            ElasticFrom = 35,
            ElasticTo = 140,
            BrokenFor = TensileOptions.SamplesOfBreak(2000),
        });
        for (long index = 0; !test.IsBroken && index < 6000; index++)
        {
            rig.Fill(block, index);
            BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
            for (int i = 0; i < channel.PointCount; i++)
                test.Add(
                    block.FirstSampleIndex + i,
                    channel.Sensor(ForceSensor)[i] * 1000 / area,
                    channel.Sensor(StrainSensor)[i] / 100);
        }

        return test;
    }

    private static double ValueOf(RecordedGroundTruth groundTruth, string beginning, int word)
    {
        string line =
            groundTruth.Lines.Where(line => line.StartsWith(beginning, StringComparison.Ordinal))
                .ShouldHaveSingleItem();
        return double.Parse(line.Split(' ')[word], System.Globalization.CultureInfo.InvariantCulture);
    }
}
