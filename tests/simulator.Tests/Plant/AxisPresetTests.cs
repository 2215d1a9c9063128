using Simulator.Commands;
using Simulator.Plant;
using Simulator.Presets;
using Simulator.Specimens;

namespace Simulator.Tests.Plant;

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
            Command = new() { Segments = [new() { FrequencyHz = 0 }, new() { Mode = ControlMode.Displacement, Amplitude = 90 }] },
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

    [Theory]
    [InlineData(1000)]
    [InlineData(10_001)]
    [InlineData(4096.5)]
    [InlineData(double.NaN)]
    public void Check_LoopRateOutsideItsRange_IsAFault(double loopHz) =>
        FaultsOf(new AxisPreset(), loopHz).ShouldHaveSingleItem().ShouldStartWith("loopHz: ");

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
        FaultsOf(new AxisPreset { Command = new CommandPreset { Segments = [] } }).ShouldHaveSingleItem().ShouldContain("0 segments");

    private static IReadOnlyList<string> FaultsOf(AxisPreset preset, double loopHz = 4096)
    {
        var faults = new PresetFaults();
        preset.Check(faults, "axes[0]", loopHz);
        return faults.Lines;
    }
}
