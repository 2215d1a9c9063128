using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;
using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Rig.Channels;

/// <summary>Unit, range and counts of the command in one control mode: those of the sensor that the mode holds.</summary>
internal sealed class CommandRange
{
    private const string Name = "command";
    private const int Bits = 24;

    private readonly double _lowest;
    private readonly double _highest;
    private readonly double _scale;

    private CommandRange(string unit, double min, double max)
    {
        Description = new SensorPreset { Name = Name, Unit = unit, Min = min, Max = max, Bits = Bits }.Describe();
        _scale = Description.Scale;
        _lowest = Math.Round(min / _scale);
        _highest = _lowest + (1L << Bits) - 1;
    }

    /// <summary>What the catalogue says of it.</summary>
    public ColumnDescription Description { get; }

    /// <summary>The ranges of all modes, in their order.</summary>
    public static CommandRange[] Of(ServoPreset servo, AxisPreset axis) =>
        [.. Enum.GetValues<ControlMode>().Select(mode => Of(servo, axis, mode))];

    /// <summary>The value in whole counts within the range.</summary>
    public double Convert(double value) => Math.Min(Math.Max(Math.Round(value / _scale), _lowest), _highest) * _scale;

    private static CommandRange Of(ServoPreset servo, AxisPreset axis, ControlMode mode)
    {
        string unit = AxisQuantities.UnitOf(mode);
        if (ServoSensors.Find(servo.Sensors, AxisQuantities.FeedbackOf(mode)) is { Gain: 1 } sensor && sensor.Unit == unit)
            return new CommandRange(unit, sensor.Min, sensor.Max);
        double reach = mode switch
        {
            ControlMode.Displacement => axis.Plant.StrokeMm,
            ControlMode.Force => axis.Plant.ForceKN,
            _ => axis.Control.StrainRangePercent,
        };
        return new CommandRange(unit, -reach, reach);
    }
}
