using System.Collections.Immutable;
using Simulator.Measuring;
using Simulator.Plant;

namespace Simulator.Presets;

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
