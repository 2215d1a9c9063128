using System.Collections.Immutable;
using FuncLibs.Blocks;
using Simulator.Measuring;

namespace Simulator.Presets;

/// <summary>Temperature channels: furnace zones with a heater, a controller and sensors.</summary>
public sealed record TempPreset
{
    /// <summary>Zones; 0 = none.</summary>
    public int Channels { get; init; }

    /// <summary>Points of a block.</summary>
    public int Points { get; init; } = 10;

    /// <summary>The power of the heater, as measured.</summary>
    public SensorPreset Output { get; init; } =
        new() { Name = "output", Unit = "%", Min = 0, Max = 100, Bits = 16, NoisePercent = 0.002 };

    /// <summary>Sensors of a zone, in order: upper, middle, lower, ambient.</summary>
    public ImmutableArray<SensorPreset> Sensors { get; init; } =
    [
        new() { Name = "upper", Unit = "degC", Min = 0, Max = 1000, Bits = 18, NoisePercent = 0.005 },
        new() { Name = "middle", Unit = "degC", Min = 0, Max = 1000, Bits = 18, NoisePercent = 0.005 },
        new() { Name = "lower", Unit = "degC", Min = 0, Max = 1000, Bits = 18, NoisePercent = 0.005 },
        new() { Name = "ambient", Unit = "degC", Min = -50, Max = 200, Bits = 16, NoisePercent = 0.006 },
    ];

    /// <summary>The zones; channel z is made from item z modulo their number.</summary>
    public ImmutableArray<ZonePreset> Zones { get; init; } = [new()];

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Within($"{path}.channels", Channels, 0, BlockLimits.Default.Channels, "zones");
        if (Channels <= 0)
            return;
        faults.Within($"{path}.points", Points, 1, BlockLimits.Default.PointsPerColumn, "points");
        Output.Check(faults, $"{path}.output");
        SensorNames.Check(Sensors, faults, $"{path}.sensors");
        for (int i = 0; i < Sensors.Length; i++)
        {
            if (!ZonePreset.TryQuantity(Sensors[i].Name, out _))
                faults.Add($"{path}.sensors[{i}].name", $"'{Sensors[i].Name}' is nothing that a zone has", ZonePreset.Known);
        }

        if (Zones.IsEmpty)
            faults.Add($"{path}.zones", "is empty", "give one or more");
        for (int i = 0; i < Zones.Length; i++)
            Zones[i].Check(faults, $"{path}.zones[{i}]");
    }
}
