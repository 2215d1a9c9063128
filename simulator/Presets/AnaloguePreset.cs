using System.Collections.Immutable;
using FuncLibs.Blocks;
using Simulator.Measuring;
using Simulator.Plant;

namespace Simulator.Presets;

/// <summary>Analogue inputs on the monitor outputs of the servo channels: a quantity over its sensor's range as +-10 V.</summary>
public sealed record AnaloguePreset
{
    /// <summary>Inputs; 0 = none.</summary>
    public int Channels { get; init; }

    /// <summary>Points of a block.</summary>
    public int Points { get; init; } = 20;

    /// <summary>What the monitor outputs show, in turn: the first for all servo channels, then the second.</summary>
    public ImmutableArray<AxisQuantity> Quantities { get; init; } = [AxisQuantity.Force, AxisQuantity.Stroke, AxisQuantity.Output];

    /// <summary>The converter; the gain comes from the quantity's range.</summary>
    public SensorPreset Sensor { get; init; } =
        new() { Name = "value", Unit = "V", Min = -10, Max = 10, Bits = 16, NoisePercent = 0.015 };

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path, ServoPreset servo)
    {
        faults.Within($"{path}.channels", Channels, 0, BlockLimits.Default.Channels, "inputs");
        if (Channels <= 0)
            return;
        faults.Within($"{path}.points", Points, 1, BlockLimits.Default.PointsPerColumn, "points");
        Sensor.Check(faults, $"{path}.sensor");
        if (Quantities.IsEmpty)
            faults.Add($"{path}.quantities", "is empty", "give one or more");
        for (int i = 0; i < Quantities.Length; i++)
        {
            if (Quantities[i] != AxisQuantity.Output && ServoSensors.Find(servo.Sensors, Quantities[i]) is null)
                faults.Add($"{path}.quantities[{i}]", $"no servo sensor measures {Quantities[i]}", "name output or one of servo.sensors");
        }
    }
}
