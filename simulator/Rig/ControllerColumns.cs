using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>
/// The controller's own values at the samples of a rate, without noise or delay: the command, straight between the
/// last two ticks, the control mode and the cycle count of the last tick. Where the mode changes, the command is that
/// of the new mode at once: a value between two units has no meaning. One thread; filling does not allocate.
/// </summary>
/// <param name="plant">The plant.</param>
/// <param name="ranges">Range of the command in each control mode.</param>
/// <param name="loopHz">Rate of the plant loop.</param>
/// <param name="rateHz">Samples a second.</param>
internal sealed class ControllerColumns(PlantRun plant, CommandRange[] ranges, int loopHz, int rateHz)
{
    private readonly TickGrid _grid = new(loopHz, 1, rateHz, 0);

    /// <summary>Fills the three columns from a sample on.</summary>
    public void Fill(long first, Span<double> command, Span<long> activeCtrl, Span<long> count)
    {
        ReadOnlySpan<double> commands = plant.History.Column((int)AxisQuantity.Command);
        ReadOnlySpan<double> modes = plant.History.Column(PlantColumns.Mode);
        ReadOnlySpan<double> cycles = plant.History.Column(PlantColumns.Cycles);
        long mask = plant.History.Capacity - 1;
        double partSize = 1.0 / _grid.Parts;
        TickPosition at = command.IsEmpty ? default : _grid.At(first);
        for (int i = 0; i < command.Length; i++)
        {
            int now = (int)(at.Tick & mask);
            int before = (int)((at.Tick - 1) & mask);
            int mode = (int)modes[now];
            bool changed = (int)modes[before] != mode;
            double value = commands[now];
            if (!changed)
                value = commands[before] + ((value - commands[before]) * (at.Part * partSize));
            command[i] = ranges[mode].Convert(value);
            activeCtrl[i] = mode;
            count[i] = (long)cycles[now];
            at = _grid.Next(at);
        }
    }
}

/// <summary>
/// Unit, range and counts of the command in one control mode: those of the sensor that the mode holds.
/// </summary>
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

    /// <summary>Its catalogue entry.</summary>
    public ColumnDescription Description { get; }

    /// <summary>The ranges of all modes, in their order.</summary>
    public static CommandRange[] Get(ServoPreset servo, AxisPreset axis) =>
        [.. Enum.GetValues<AxisControlMode>().Select(mode => Get(servo, axis, mode))];

    /// <summary>The value in whole counts within the range.</summary>
    public double Convert(double value) => Math.Min(Math.Max(Math.Round(value / _scale), _lowest), _highest) * _scale;

    private static CommandRange Get(ServoPreset servo, AxisPreset axis, AxisControlMode mode)
    {
        string unit = AxisQuantities.UnitOf(mode);
        if (ServoSensors.Find(servo.Sensors, AxisQuantities.FeedbackOf(mode)) is { Gain: 1 } sensor
            && sensor.Unit == unit)
            return new CommandRange(unit, sensor.Min, sensor.Max);
        double reach = mode switch
        {
            AxisControlMode.Displacement => axis.Plant.StrokeMm,
            AxisControlMode.Force => axis.Plant.ForceKN,
            _ => axis.Control.StrainRangePercent,
        };
        return new CommandRange(unit, -reach, reach);
    }
}
