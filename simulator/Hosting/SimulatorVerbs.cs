using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Hosting;

/// <summary>What the verbs share.</summary>
public static class SimulatorVerbs
{
    /// <summary>The rig that valid options describe.</summary>
    public static SimulatedRig CreateRig(SimulatorOptions options)
    {
        RigPreset preset = RigPresets.Load(options.Preset, out string? fault) ?? throw new InvalidOperationException(fault);
        return new SimulatedRig(PresetChange.Apply(preset, options.BlocksPerSecond, options.PointsPerBlock, out _), options.Seed);
    }
}
