namespace Simulator.Presets;

/// <summary>A servo channel's machine: its command, how it is controlled, the machine, the specimen in it.</summary>
public sealed record AxisPreset
{
    /// <summary>The program of the command.</summary>
    public CommandPreset Command { get; init; } = new();

    /// <summary>The controller.</summary>
    public ControlPreset Control { get; init; } = new();

    /// <summary>Valve, actuator and frame.</summary>
    public PlantPreset Plant { get; init; } = new();

    /// <summary>The specimen.</summary>
    public SpecimenPreset Specimen { get; init; } = new();

    /// <summary>Adds every fault with its key path. Reads the time history files that the command names.</summary>
    /// <param name="faults">Target.</param>
    /// <param name="path">Path of this axis, as in `axes[0]`.</param>
    /// <param name="loopHz">Rate of the plant loop, within the range of the rig's preset.</param>
    public void Check(PresetFaults faults, string path, double loopHz)
    {
        int before = faults.Lines.Count;
        Plant.Check(faults, $"{path}.plant");
        Specimen.Check(faults, $"{path}.specimen");
        if (faults.Lines.Count == before)
            CheckTogether(faults, path, loopHz);
        Control.Check(faults, $"{path}.control", loopHz);
        Command.Check(
            faults,
            $"{path}.command",
            new CommandLimits(loopHz, Plant.StrokeMm, Plant.ForceKN, Control.StrainRangePercent));
    }

    // What follows from the machine and the specimen in it.
    private void CheckTogether(PresetFaults faults, string path, double loopHz)
    {
        var machine = new MachineConstants(Plant, Specimen);
        double steps = machine.StepsOf(Plant, loopHz);
        if (!(steps <= MachineConstants.MaxSteps))
        {
            faults.Add(
                $"{path}.plant",
                FormattableString.Invariant($"its fastest mode needs {steps} steps a tick"),
                FormattableString.Invariant(
                    $"allowed are {MachineConstants.MaxSteps}: a greater massKg or frameMassKg, ")
                    + "softer oil, columns or grips");
        }

        if (Specimen.Model is SpecimenModel.YieldPoint or SpecimenModel.Smooth)
        {
            Specimen.Tensile.CheckFalls(
                faults,
                $"{path}.specimen.tensile",
                Specimen.Model == SpecimenModel.YieldPoint,
                Specimen.ElasticSlope(machine.GripStiffness));
        }
    }
}
