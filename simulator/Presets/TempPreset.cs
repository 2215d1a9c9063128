using System.Collections.Immutable;
using FuncLibs.Blocks;

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
                faults.Add(
                    $"{path}.sensors[{i}].name", $"'{Sensors[i].Name}' is nothing that a zone has", ZonePreset.Known);
        }

        if (Zones.IsEmpty)
            faults.Add($"{path}.zones", "is empty", "give one or more");
        for (int i = 0; i < Zones.Length; i++)
            Zones[i].Check(faults, $"{path}.zones[{i}]");
    }
}

/// <summary>
/// A furnace zone: a heater that warms a load that loses heat to the room, and its PID controller. It begins soaked.
/// </summary>
public sealed record ZonePreset
{
    /// <summary>What a zone's sensor may be named, as part of a message.</summary>
    internal const string Known = "known are upper, middle, lower, ambient";

    /// <summary>Mean of the set point, degC.</summary>
    public double SetPointDegC { get; init; } = 350;

    /// <summary>Half of the set point's sine, degC; 0 = constant.</summary>
    public double SwingDegC { get; init; }

    /// <summary>Frequency of that sine, Hz.</summary>
    public double SwingHz { get; init; } = 0.01;

    /// <summary>Temperature of the room, degC.</summary>
    public double AmbientDegC { get; init; } = 23;

    /// <summary>How far above the room full power takes the load in the end, degC.</summary>
    public double FullPowerDegC { get; init; } = 800;

    /// <summary>Time constant of the heater, s.</summary>
    public double HeaterSeconds { get; init; } = 8;

    /// <summary>Time constant of the load, s.</summary>
    public double LoadSeconds { get; init; } = 60;

    /// <summary>What the upper sensor shows above the middle, and the lower below it, degC.</summary>
    public double GradientDegC { get; init; } = 1.5;

    /// <summary>Proportional gain, % of power a degC.</summary>
    public double GainPercentPerDegC { get; init; } = 1.5;

    /// <summary>Integral time, s.</summary>
    public double IntegralSeconds { get; init; } = 40;

    /// <summary>Derivative time, s.</summary>
    public double DerivativeSeconds { get; init; } = 4;

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path)
    {
        faults.Within($"{path}.setPointDegC", SetPointDegC, 0, 1500, "degC");
        faults.Within($"{path}.swingDegC", SwingDegC, 0, 500, "degC");
        faults.Within($"{path}.swingHz", SwingHz, 0, 1, "Hz");
        faults.Within($"{path}.ambientDegC", AmbientDegC, -40, 60, "degC");
        faults.Within($"{path}.fullPowerDegC", FullPowerDegC, 50, 3000, "degC");
        faults.Within($"{path}.heaterSeconds", HeaterSeconds, 1, 600, "s");
        faults.Within($"{path}.loadSeconds", LoadSeconds, 1, 6000, "s");
        faults.Within($"{path}.gradientDegC", GradientDegC, -50, 50, "degC");
        faults.Within($"{path}.gainPercentPerDegC", GainPercentPerDegC, 0, 100, "%/degC");
        faults.Within($"{path}.integralSeconds", IntegralSeconds, 1, 6000, "s");
        faults.Within($"{path}.derivativeSeconds", DerivativeSeconds, 0, 600, "s");
        double reach = AmbientDegC + FullPowerDegC;
        if (SetPointDegC + SwingDegC > reach)
            faults.Add(
                $"{path}.setPointDegC",
                $"{SetPointDegC + SwingDegC:0.#} with its swing",
                $"full power reaches {reach:0.#} degC");
    }

    /// <summary>What a sensor of a zone measures, by its name.</summary>
    internal static bool TryQuantity(string name, out ZoneQuantity quantity)
    {
        quantity = name switch
        {
            "upper" => ZoneQuantity.Upper,
            "middle" => ZoneQuantity.Middle,
            "lower" => ZoneQuantity.Lower,
            "ambient" => ZoneQuantity.Ambient,
            _ => ZoneQuantity.Command,
        };
        return quantity != ZoneQuantity.Command;
    }
}

/// <summary>What a furnace zone has.</summary>
public enum ZoneQuantity
{
    /// <summary>Set point, degC.</summary>
    Command,

    /// <summary>Power of the heater, %.</summary>
    Output,

    /// <summary>Temperature at the upper grip, degC.</summary>
    Upper,

    /// <summary>Temperature at the middle of the specimen, which is controlled, degC.</summary>
    Middle,

    /// <summary>Temperature at the lower grip, degC.</summary>
    Lower,

    /// <summary>Temperature of the room at the zone, degC.</summary>
    Ambient,
}
