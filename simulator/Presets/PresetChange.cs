using FuncLibs.Blocks;

namespace Simulator.Presets;

/// <summary>Fits a preset to another pace or block size.</summary>
public static class PresetChange
{
    /// <summary>Highest rate of the base clock, in Hz.</summary>
    public const long MaxBaseRateHz = 10_000_000;

    /// <summary>
    /// Applies the two options. <paramref name="pointsPerBlock"/> (servo points; the other groups in proportion) keeps
    /// the rates and changes
    /// the blocks a second; <paramref name="blocksPerSecond"/> keeps the points and scales the rates. 0 leaves either
    /// as the preset has it. What the plants do stays as it is.
    /// </summary>
    /// <param name="preset">The preset.</param>
    /// <param name="blocksPerSecond">0, or blocks a second from 1.</param>
    /// <param name="pointsPerBlock">0, or servo points a block from 1.</param>
    /// <param name="fault">What is wrong, naming the preset and the group; null when all is well.</param>
    public static RigPreset Apply(RigPreset preset, int blocksPerSecond, int pointsPerBlock, out string? fault)
    {
        RigPreset changed = preset;
        fault = null;
        if (pointsPerBlock > 0)
        {
            (TempPreset temp, AnaloguePreset ad) = (preset.Temp, preset.AD);
            changed = changed with
            {
                Servo = preset.Servo with { Points = pointsPerBlock },
                Temp = temp with
                {
                    Points = Scale(
                    "temp", preset, temp.Channels, temp.Points, pointsPerBlock, ref fault)
                },
                AD = ad with { Points = Scale("ad", preset, ad.Channels, ad.Points, pointsPerBlock, ref fault) },
            };
        }

        if (blocksPerSecond > 0)
            changed = changed with { BaseRateHz = (long)changed.Servo.Points * blocksPerSecond };
        if (fault is null && changed.BaseRateHz > MaxBaseRateHz)
            fault = $"preset {preset.Name}: a base clock of {changed.BaseRateHz} Hz; allowed are up to {MaxBaseRateHz}";
        if (fault is null && changed.BlocksPerSecond < 1)
            fault = $"preset {preset.Name}: {changed.BlocksPerSecond:0.###} blocks a second; the link needs 1 or more";
        return fault is null ? Checked(changed, ref fault) : changed;
    }

    private static RigPreset Checked(RigPreset changed, ref string? fault)
    {
        var faults = new PresetFaults();
        PresetRates.Check(changed, faults, "");
        if (!faults.IsEmpty)
            fault = faults.Message($"preset {changed.Name}");
        return changed;
    }

    private static int Scale(
        string name, RigPreset preset, int channels, int points, int pointsPerBlock, ref string? fault)
    {
        if (channels == 0)
            return points;
        long product = (long)points * pointsPerBlock;
        long scaled = product / preset.Servo.Points;
        if (product % preset.Servo.Points != 0)
        {
            fault ??= $"preset {preset.Name}: {pointsPerBlock} servo points a block would be "
                + $"{(double)product / preset.Servo.Points:0.###} points in group {name}; choose a number that divides";
        }
        else if (scaled > BlockLimits.Default.PointsPerColumn)
        {
            fault ??= $"preset {preset.Name}: {scaled} points in group {name}; allowed are up to "
                + $"{BlockLimits.Default.PointsPerColumn}";
        }

        return (int)scaled;
    }
}
