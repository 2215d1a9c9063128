using Simulator.Presets;

namespace Simulator.Tests.Presets;

public sealed class AxisPresetTests
{
    [Fact]
    public void Check_Defaults_HaveNoFault() => FaultsOf(new AxisPreset()).ShouldBeEmpty();

    [Theory]
    [InlineData(SpecimenModel.YieldPoint)]
    [InlineData(SpecimenModel.Smooth)]
    [InlineData(SpecimenModel.Masing)]
    [InlineData(SpecimenModel.Chaboche)]
    public void Check_DefaultsOfEachModel_HaveNoFault(SpecimenModel model) =>
        FaultsOf(new AxisPreset { Specimen = new() { Model = model, Life = new() } }).ShouldBeEmpty();

    [Fact]
    public void Check_ManyFaults_NamesEachByItsPath()
    {
        var preset = new AxisPreset
        {
            Plant = new() { MassKg = -3, ValveHz = 400 },
            Control = new() { Force = new() { DerivativeCornerHz = 3000 } },
            Specimen = new() { AreaMm2 = 0 },
            Command = new()
            {
                Segments =
            [
                new() { FrequencyHz = 0 },
                new() { Mode = AxisControlMode.Displacement, Amplitude = 90 },
            ]
            },
        };

        FaultsOf(preset).ShouldBe([
            "axes[0].plant.massKg: -3; must be above 0 (kg)",
            "axes[0].plant.valveHz: 400; allowed are 60 to 150 Hz",
            "axes[0].specimen.areaMm2: 0; allowed are 0.01 to 1000000 mm2",
            "axes[0].control.force.derivativeCornerHz: 3000; must be below half of loopHz: 2048 Hz",
            "axes[0].command.segments[0].frequencyHz: 0; must be from 1E-06 to below 2048 Hz",
            "axes[0].command.segments[1].amplitude: 90 around 0 reaches 90; allowed are up to 75 mm",
        ]);
    }

    [Fact]
    public void Check_FasterThanTheLoopCanStep_IsAFault() =>
        FaultsOf(new AxisPreset { Plant = new PlantPreset { MassKg = 1e-6 } })
            .ShouldHaveSingleItem().ShouldStartWith("axes[0].plant: its fastest mode needs ");

    [Theory]
    [InlineData(
        14.5,
        "axes[0].specimen.tensile.elongationPercent: 14.5: the stress would fall faster than the frame can follow; "
            + "must be ")]
    [InlineData(24, null)]
    public void Check_NeckSteeperThanTheFrameFollows_IsAFault(double elongation, string? fault)
    {
        SpecimenPreset specimen =
            new() { Model = SpecimenModel.YieldPoint, Tensile = new() { ElongationPercent = elongation } };
        IReadOnlyList<string> faults = FaultsOf(new AxisPreset { Specimen = specimen });

        if (fault is null)
            faults.ShouldBeEmpty();
        else
            faults.ShouldHaveSingleItem().ShouldStartWith(fault);
    }

    [Fact]
    public void Check_PlateauSteeperThanTheFrameFollows_IsAFault()
    {
        var tensile = new TensilePreset { UpperYieldMPa = 500, PlateauPercent = 0.3 };

        FaultsOf(new AxisPreset { Specimen = new() { Model = SpecimenModel.YieldPoint, Tensile = tensile } })
            .ShouldHaveSingleItem().ShouldStartWith("axes[0].specimen.tensile.plateauPercent: 0.3: ");
    }

    [Theory]
    [InlineData(CommandShape.Random, 0, 0, "seconds: 0; a Random needs its length")]
    [InlineData(CommandShape.Random, 5, 3, "cycles: 3; a Random has no cycles")]
    [InlineData(CommandShape.Sweep, 5, 3, "cycles: 3; a Sweep has no cycles")]
    [InlineData(CommandShape.Hold, 5, 3, "cycles: 3; a Hold has no cycles")]
    [InlineData(CommandShape.Ramp, 5, 0, "seconds: 5; a Ramp lasts riseSeconds and holdSeconds")]
    public void Check_LengthThatAShapeDoesNotHave_IsAFault(
        CommandShape shape, double seconds, long cycles, string fault)
    {
        var segment = new SegmentPreset { Shape = shape, Seconds = seconds, Cycles = cycles };

        FaultsOf(new AxisPreset { Command = new CommandPreset { Segments = [segment] } })
            .ShouldHaveSingleItem().ShouldStartWith("axes[0].command.segments[0]." + fault);
    }

    [Fact]
    public void Check_StrengthsOutOfOrder_AreFaults()
    {
        var tensile = new TensilePreset { UpperYieldMPa = 300, ElongationPercent = 5 };

        FaultsOf(new AxisPreset { Specimen = new() { Model = SpecimenModel.YieldPoint, Tensile = tensile } }).ShouldBe([
            "axes[0].specimen.tensile.upperYieldMPa: 300; must be above lowerYieldMPa: 350 (MPa)",
            "axes[0].specimen.tensile.elongationPercent: 5; must be above uniformElongationPercent: 14 (%)",
        ]);
    }

    [Fact]
    public void Check_NoSegments_IsAFault() =>
        FaultsOf(new AxisPreset { Command = new CommandPreset { Segments = [] } })
            .ShouldHaveSingleItem()
            .ShouldContain("0 segments");

    private static IReadOnlyList<string> FaultsOf(AxisPreset preset, double loopHz = 4096)
    {
        var faults = new PresetFaults();
        preset.Check(faults, "axes[0]", loopHz);
        return faults.Lines;
    }
}
