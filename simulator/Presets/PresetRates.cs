using System.Globalization;
using FuncLibs.Blocks;

namespace Simulator.Presets;

/// <summary>Whether the rates and the size of a block can be.</summary>
internal static class PresetRates
{
    /// <summary>Adds what is wrong with them; nothing where a number that they follow from is wrong itself.</summary>
    public static void Check(RigPreset preset, PresetFaults faults, string at)
    {
        if (preset.Servo.Points < 1 || preset.BaseRateHz < 1)
            return;
        if (preset.BlocksPerSecond < 1)
            faults.Add(
                at + "servo.points",
                Text($"{preset.BlocksPerSecond:0.###} blocks a second"),
                "the link needs 1 or more");
        Divides(preset, faults, at + "temp.points", preset.Temp.Channels, preset.Temp.Points);
        Divides(preset, faults, at + "ad.points", preset.AD.Channels, preset.AD.Points);
        CheckModes(preset, faults, at);
        CheckSize(preset, faults, at);
    }

    // A mode changes at a whole second, and with it the unit of the command, which a description has for whole blocks.
    private static void CheckModes(RigPreset preset, PresetFaults faults, string at)
    {
        if (preset.BaseRateHz % preset.Servo.Points == 0 || !preset.Axes.Any(axis => axis.Command.ChangesMode()))
            return;
        faults.Add(
            at + "servo.points",
            Text($"{preset.BlocksPerSecond:0.###} blocks a second"),
            "must be a whole number where a command changes its control mode");
    }

    private static void Divides(RigPreset preset, PresetFaults faults, string path, int channels, int points)
    {
        double rate = (double)preset.BaseRateHz * points / preset.Servo.Points;
        if (channels <= 0 || points < 1)
            return;
        if (preset.BaseRateHz * points % preset.Servo.Points != 0)
            faults.Add(path, Text($"{points} points would be {rate:0.###} Hz"), "a rate must be a whole number of Hz");
        else if (rate > int.MaxValue)
            faults.Add(path, Text($"{points} points would be {rate} Hz"), Text($"allowed are up to {int.MaxValue}"));
    }

    private static void CheckSize(RigPreset preset, PresetFaults faults, string at)
    {
        BlockLimits limits = BlockLimits.Default;
        (int servoColumns, int tempColumns) =
            (preset.Servo.Sensors.Length + ControlColumns, preset.Temp.Sensors.Length + ControlColumns);
        long channels = (long)preset.Servo.Channels + preset.Temp.Channels + preset.AD.Channels;
        long columns = ((long)preset.Servo.Channels * servoColumns) + ((long)preset.Temp.Channels * tempColumns)
            + preset.AD.Channels;
        long values = ((long)preset.Servo.Channels * servoColumns * preset.Servo.Points)
            + ((long)preset.Temp.Channels * tempColumns * preset.Temp.Points)
            + ((long)preset.AD.Channels * preset.AD.Points);
        if (channels > limits.Channels)
            faults.Add(
                at + "servo.channels",
                Text($"{channels} channels of all groups"),
                Text($"allowed are {limits.Channels}"));
        if (columns > limits.Columns)
            faults.Add(
                at + "servo.sensors",
                Text($"{columns} columns of all channels"),
                Text($"allowed are {limits.Columns}"));
        if (values > limits.Values)
            faults.Add(at + "servo.points", Text($"{values} values a block"), Text($"allowed are {limits.Values}"));
    }

    // Command, output, the control mode and the cycle count.
    private const int ControlColumns = 4;

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
