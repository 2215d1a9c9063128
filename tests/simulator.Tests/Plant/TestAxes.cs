using Simulator.Presets;

namespace Simulator.Tests.Plant;

/// <summary>Axes that several tests run.</summary>
internal static class TestAxes
{
    public static AxisPreset Sine(AxisControlMode mode, double amplitude, double hz) => new()
    {
        Command = new()
        {
            Mode = mode,
            Segments = [new() { Amplitude = amplitude, FrequencyHz = hz, TaperInSeconds = 0.5 }],
        },
    };

    public static AxisPreset Tensile(SpecimenModel model) => new()
    {
        Command = new()
        {
            Mode = AxisControlMode.Displacement,
            Segments = [new() { Shape = CommandShape.Ramp, Amplitude = 16, RiseSeconds = 60 }],
        },
        Specimen = new() { Model = model },
    };

    public static AxisPreset Fatigue(SpecimenModel model, double strainPercent, double hz, LifePreset? life = null) =>
        new()
        {
            Command = new()
            {
                Mode = AxisControlMode.Strain,
                Segments = [new() { Amplitude = strainPercent, FrequencyHz = hz }],
            },
            Specimen = new() { Model = model, Life = life },
        };
}
