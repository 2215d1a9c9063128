using System.Collections.Immutable;
using Simulator.Measuring;

namespace Simulator.Presets;

/// <summary>What holds for the sensors of any channel.</summary>
internal static class SensorNames
{
    /// <summary>Checks each sensor, and that no two have one name.</summary>
    public static void Check(ImmutableArray<SensorPreset> sensors, PresetFaults faults, string path)
    {
        for (int i = 0; i < sensors.Length; i++)
        {
            sensors[i].Check(faults, $"{path}[{i}]");
            if (sensors.Take(i).Any(before => before.Name == sensors[i].Name))
                faults.Add($"{path}[{i}].name", $"'{sensors[i].Name}' is there twice", "a channel has each sensor once");
        }
    }
}
