using Simulator.Presets;

namespace Simulator.Tests.Presets;

public sealed class SensorPresetTests
{
    private const string Path = "axes[0].sensors[2]";

    public static TheoryData<string, SensorPreset> Faulty => new()
    {
        { "name", new SensorPreset { Name = " " } },
        { "unit", new SensorPreset { Unit = null! } },
        { "min", new SensorPreset { Min = double.NaN } },
        { "max", new SensorPreset { Max = double.PositiveInfinity } },
        { "max", new SensorPreset { Min = 5, Max = 5 } },
        { "max", new SensorPreset { Min = 1000, Max = 1000.5 } },
        { "bits", new SensorPreset { Bits = 12 } },
        { "gain", new SensorPreset { Gain = 0 } },
        { "gain", new SensorPreset { Gain = double.NaN } },
        { "noisePercent", new SensorPreset { NoisePercent = -0.01 } },
        { "humPercent", new SensorPreset { HumPercent = 11 } },
        { "humHz", new SensorPreset { HumHz = -50 } },
        { "driftPercentPerHour", new SensorPreset { DriftPercentPerHour = -11 } },
        { "class", new SensorPreset { Class = 2 } },
        { "gainErrorPercent", new SensorPreset { GainErrorPercent = double.NaN } },
        { "offsetPercent", new SensorPreset { OffsetPercent = -11 } },
        { "linearityPercent", new SensorPreset { LinearityPercent = 11 } },
        { "antiAliasHz", new SensorPreset { AntiAliasHz = 0.5 } },
        { "skewMicroseconds", new SensorPreset { SkewMicroseconds = -1 } },
    };

    [Theory]
    [MemberData(nameof(Faulty))]
    public void Check_OfAFault_NamesItsKeyPath(string key, SensorPreset sensor)
    {
        var faults = new PresetFaults();
        sensor.Check(faults, Path);

        faults.Lines.ShouldHaveSingleItem().ShouldStartWith($"{Path}.{key}: ");
    }

    [Fact]
    public void Check_OfSeveralFaults_NamesAll()
    {
        var faults = new PresetFaults();
        new SensorPreset { Bits = 8, NoisePercent = -1, Class = 3 }.Check(faults, "s");

        faults.Lines.ShouldBe(
        [
            "s.bits: 8; allowed are 16, 18, 19 and 24",
            "s.noisePercent: -1; allowed are 0 to 10 % of the range",
            "s.class: 3; allowed are 0 (none), 0.5 and 1 of ISO 7500-1",
        ]);
    }

    [Fact]
    public void Check_OfTheDefaultsAndOfAFullChain_FindsNothing()
    {
        var faults = new PresetFaults();
        new SensorPreset().Check(faults, "a");
        new SensorPreset
        {
            Name = "force",
            Unit = "kN",
            Bits = 19,
            Class = 0.5,
            NoisePercent = 0.02,
            HumHz = 60,
            HumPercent = 0.01,
            DriftPercentPerHour = 0.1,
            GainErrorPercent = 0.2,
            AntiAliasHz = 2000,
            SkewMicroseconds = 4,
        }.Check(faults, "b");

        faults.IsEmpty.ShouldBeTrue();
    }

    [Fact]
    public void Describe_OfAChain_IsItsLineOfTheCatalogue() =>
        new SensorPreset { Name = "force", Unit = "kN", Min = -128, Max = 128, Bits = 16 }.Describe()
            .ShouldBe(new("force", "kN", -128, 128, 1.0 / 256));

    [Fact]
    public void Defaults_AreAPerfectChain()
    {
        var sensor = new SensorPreset();

        (sensor.Bits, sensor.Gain, sensor.HumHz).ShouldBe((24, 1, 50));
        (sensor.NoisePercent, sensor.HumPercent, sensor.DriftPercentPerHour, sensor.Class).ShouldBe((0, 0, 0, 0));
        (sensor.AntiAliasHz, sensor.SkewMicroseconds).ShouldBe((0, 0));
        (sensor.GainErrorPercent, sensor.OffsetPercent, sensor.LinearityPercent).ShouldBe((null, null, null));
    }
}
