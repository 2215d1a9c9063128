using System.Collections.Immutable;
using FuncLibs.Blocks;

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

    /// <summary>Sensors of a channel, in order. The name reports what one measures: force, stroke, strain, pressure,
    /// spool, accel, torque or temperature.</summary>
    public ImmutableArray<SensorPreset> Sensors { get; init; } = ServoSensors.All;

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Within($"{path}.channels", Channels, 1, MaxChannels, "channels");
        faults.Within($"{path}.points", Points, 1, BlockLimits.Default.PointsPerColumn, "points");
        faults.Within($"{path}.plants", Plants, 0, Math.Max(0, Channels), "plants");
        Output.Check(faults, $"{path}.output");
        SensorNames.Check(Sensors, faults, $"{path}.sensors");
        for (int i = 0; i < Sensors.Length; i++)
        {
            if (!ServoSensors.TryQuantity(Sensors[i].Name, out _))
                faults.Add(
                    $"{path}.sensors[{i}].name",
                    $"'{Sensors[i].Name}' is nothing that an axis has",
                    ServoSensors.Known);
        }
    }

    private const int MaxChannels = 64;
}

/// <summary>The sensors of a 100 kN servo-hydraulic frame.</summary>
public static class ServoSensors
{
    private static readonly ImmutableArray<AxisQuantity> Measurable =
    [
        AxisQuantity.Force, AxisQuantity.Stroke, AxisQuantity.Strain, AxisQuantity.Pressure,
        AxisQuantity.Spool, AxisQuantity.Accel, AxisQuantity.Torque, AxisQuantity.Temperature,
    ];

    /// <summary>All of them, in the order of the catalogue.</summary>
    public static ImmutableArray<SensorPreset> All { get; } =
    [
        new() { Name = "force", Unit = "kN", Min = -100, Max = 100, Bits = 24, NoisePercent = 0.002 },
        new() { Name = "stroke", Unit = "mm", Min = -75, Max = 75, Bits = 18, NoisePercent = 0.003 },
        new() { Name = "strain", Unit = "%", Min = -2, Max = 2, Bits = 24, NoisePercent = 0.004 },
        new() { Name = "pressure", Unit = "MPa", Min = 0, Max = 35, Bits = 16, NoisePercent = 0.01 },
        new() { Name = "spool", Unit = "V", Min = -10, Max = 10, Bits = 16, NoisePercent = 0.01 },
        new() { Name = "accel", Unit = "m/s2", Min = -50, Max = 50, Bits = 16, NoisePercent = 0.02 },
        new() { Name = "torque", Unit = "N.m", Min = -500, Max = 500, Bits = 18, NoisePercent = 0.01 },
        new() { Name = "temperature", Unit = "degC", Min = -50, Max = 200, Bits = 16, NoisePercent = 0.008 },
    ];

    /// <summary>What a sensor's name may be, as part of a message.</summary>
    public static string Known { get; } = "known are " + string.Join(", ", Measurable.Select(NameOf));

    /// <summary>The name of the sensor that measures a quantity.</summary>
    public static string NameOf(AxisQuantity quantity) => quantity.ToString().ToLowerInvariant();

    /// <summary>What a sensor measures, by its name.</summary>
    public static bool TryQuantity(string name, out AxisQuantity quantity)
    {
        foreach (AxisQuantity candidate in Measurable)
        {
            quantity = candidate;
            if (NameOf(candidate) == name)
                return true;
        }

        quantity = default;
        return false;
    }

    /// <summary>The sensor that measures a quantity; null for a channel without one.</summary>
    public static SensorPreset? Find(ImmutableArray<SensorPreset> sensors, AxisQuantity quantity) =>
        sensors.FirstOrDefault(sensor => sensor.Name == NameOf(quantity));
}

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
                faults.Add(
                    $"{path}[{i}].name", $"'{sensors[i].Name}' is there twice", "a channel has each sensor once");
        }
    }
}
