using FuncLibs.GroundTruth;
using Simulator.Faults.Playing;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Hosting;

/// <summary>What the verbs share.</summary>
public static class SimulatorVerbs
{
    /// <summary>The rig that valid options describe.</summary>
    /// <exception cref="IOException">The preset's document, or a file that it names, has changed since it was
    /// checked.</exception>
    public static SimulatedRig CreateRig(SimulatorOptions options)
    {
        RigPreset preset = RigPresets.Load(options.Preset, out string? fault) ?? throw new IOException(fault);
        return new SimulatedRig(
            PresetChange.Apply(preset, options.BlocksPerSecond, options.PointsPerBlock, out _), options.Seed);
    }

    /// <summary>The faults that valid options schedule for a rig; null when nothing goes wrong with it.</summary>
    /// <exception cref="IOException">The schedule has changed since it was checked.</exception>
    public static FaultRun? CreateFaults(SimulatorOptions options, SimulatedRig rig, IGroundTruthSink groundTruth)
    {
        if (options.Faults.Length == 0)
            return null;
        var faults = new PresetFaults();
        return FaultSetup.Create(options.Faults, rig, groundTruth, faults)
            ?? throw new IOException(faults.Message($"Faults {options.Faults}"));
    }
}
