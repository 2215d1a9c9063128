using Simulator.Presets;

namespace Simulator.Plant;

/// <summary>The controller: one PIDF loop a control mode.</summary>
public sealed record ControlPreset
{
    /// <summary>Loop of the stroke.</summary>
    public LoopPreset Displacement { get; init; } = new();

    /// <summary>Loop of the force.</summary>
    public LoopPreset Force { get; init; } = new();

    /// <summary>Loop of the strain; slower, since its gain grows several times when the specimen yields.</summary>
    public LoopPreset Strain { get; init; } = new() { BandwidthHz = 15 };

    /// <summary>Greatest strain that the extensometer allows to either side, %. 5.</summary>
    public double StrainRangePercent { get; init; } = 5;

    /// <summary>Whether a break of the specimen trips the interlock, so that the piston does not run away. True.</summary>
    public bool StopsAtBreak { get; init; } = true;

    /// <summary>Seconds in which the command comes back to its course after a reset. 1.</summary>
    public double ResumeSeconds { get; init; } = 1;

    /// <summary>Loop of a mode.</summary>
    public LoopPreset Of(ControlMode mode) => mode switch
    {
        ControlMode.Displacement => Displacement,
        ControlMode.Force => Force,
        _ => Strain,
    };

    /// <summary>Adds every fault with its key path.</summary>
    public void Check(PresetFaults faults, string path, double loopHz)
    {
        Displacement.Check(faults, $"{path}.displacement", loopHz);
        Force.Check(faults, $"{path}.force", loopHz);
        Strain.Check(faults, $"{path}.strain", loopHz);
        faults.Within($"{path}.strainRangePercent", StrainRangePercent, 0.01, 1000, "%");
        faults.Within($"{path}.resumeSeconds", ResumeSeconds, 0.01, 3600, "s");
    }
}
