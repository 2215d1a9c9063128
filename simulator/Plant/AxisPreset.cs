using Simulator.Commands;
using Simulator.Presets;
using Simulator.Specimens;

namespace Simulator.Plant;

/// <summary>A servo channel's machine: what it is told, how it is controlled, the machine, the specimen in it.</summary>
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
    /// <param name="loopHz">Rate of the plant loop.</param>
    public void Check(PresetFaults faults, string path, double loopHz)
    {
        if (!(loopHz >= PlantPreset.LeastLoopHz && loopHz <= PlantPreset.GreatestLoopHz) || loopHz != Math.Floor(loopHz))
        {
            faults.Add("loopHz", FormattableString.Invariant($"{loopHz}"), "allowed are whole numbers from 1024 to 10000 Hz");
            return;
        }

        Plant.Check(faults, $"{path}.plant");
        Specimen.Check(faults, $"{path}.specimen");
        Control.Check(faults, $"{path}.control", loopHz);
        Command.Check(faults, $"{path}.command", new CommandLimits(loopHz, Plant.StrokeMm, Plant.ForceKN, Control.StrainRangePercent));
    }
}
