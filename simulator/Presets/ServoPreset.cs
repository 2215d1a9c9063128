using System.Collections.Immutable;
using FuncLibs.Blocks;
using Simulator.Measuring;

namespace Simulator.Presets;

/// <summary>The servo channels: equal converters, each on a plant.</summary>
public sealed record ServoPreset
{
    /// <summary>Channels, 1 to 64.</summary>
    public int Channels { get; init; } = 1;

    /// <summary>Points of a block, 1 or more.</summary>
    public int Points { get; init; } = 20;

    /// <summary>Plants that the channels share, channel c on plant c modulo this; 0 = one for each channel.</summary>
    public int Plants { get; init; }

    /// <summary>The drive of the valve, as measured.</summary>
    public SensorPreset Output { get; init; } =
        new() { Name = "output", Unit = "%", Min = -100, Max = 100, Bits = 16, NoisePercent = 0.002 };

    /// <summary>Sensors of a channel, in order. The name says what one measures: force, stroke, strain, pressure, spool, accel, torque or
    /// temperature.</summary>
    public ImmutableArray<SensorPreset> Sensors { get; init; } = ServoSensors.All;

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Within($"{path}.channels", Channels, 1, MostChannels, "channels");
        faults.Within($"{path}.points", Points, 1, BlockLimits.Default.PointsPerColumn, "points");
        faults.Within($"{path}.plants", Plants, 0, Math.Max(0, Channels), "plants");
        Output.Check(faults, $"{path}.output");
        SensorNames.Check(Sensors, faults, $"{path}.sensors");
        for (int i = 0; i < Sensors.Length; i++)
        {
            if (!ServoSensors.TryQuantity(Sensors[i].Name, out _))
                faults.Add($"{path}.sensors[{i}].name", $"'{Sensors[i].Name}' is nothing that an axis has", ServoSensors.Known);
        }
    }

    private const int MostChannels = 64;
}
