using Simulator.Presets;
using Simulator.Specimens;

namespace Simulator.Tests.Specimens;

/// <summary>A specimen between all but rigid grips, driven by its strain.</summary>
internal sealed class Strained
{
    public const double StepSeconds = 1e-3;
    private const double RigidGrips = 1e15;
    private readonly SpecimenPreset _preset;

    public Strained(SpecimenPreset preset)
    {
        _preset = preset;
        Specimen = new Specimen(preset, RigidGrips, StepSeconds);
    }

    public Specimen Specimen { get; }

    /// <summary>Force x displacement since the start, J.</summary>
    public double Work { get; private set; }

    public double Stress => Specimen.Force / _preset.AreaMm2;

    /// <summary>Goes to a strain, a ratio.</summary>
    public double To(double strain)
    {
        double before = Specimen.Force;
        double way = (strain - Specimen.Strain) * _preset.GaugeLengthMm * 1e-3;
        Specimen.Step(strain * _preset.GaugeLengthMm * 1e-3);
        Work += (before + Specimen.Force) / 2 * way;
        return Stress;
    }

    /// <summary>Whole cycles from 0 to a strain amplitude.</summary>
    public void Cycle(double amplitude, int cycles, int stepsPerCycle = 400)
    {
        for (int i = 1; i <= cycles * stepsPerCycle && !Specimen.IsBroken; i++)
            To(amplitude * Math.Sin(2 * Math.PI * i / stepsPerCycle));
    }
}
