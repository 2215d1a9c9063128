using System.Globalization;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Presets;

/// <summary>
/// One measuring chain, from the true quantity to raw counts * scale: sensor, amplifier, anti-alias filter, converter.
/// All percentages but those of the class are of the range, <see cref="Max"/> - <see cref="Min"/>. The defaults are a
/// perfect chain of 24 bits.
/// </summary>
public sealed record SensorPreset
{
    /// <summary>Name in the catalogue.</summary>
    public string Name { get; init; } = "value";

    /// <summary>Unit of the values.</summary>
    public string Unit { get; init; } = "";

    /// <summary>
    /// A digital quantity, such as a set point: a sample is the value of the tick at or before it, not of the cubic.
    /// </summary>
    public bool Held { get; init; }

    /// <summary>Lower end of the range, in <see cref="Unit"/>; the converter clamps here.</summary>
    public double Min { get; init; } = -100;

    /// <summary>Upper end of the range, in <see cref="Unit"/>; the converter clamps one count below.</summary>
    public double Max { get; init; } = 100;

    /// <summary>Resolution of the converter over the range: 16, 18, 19 or 24.</summary>
    public int Bits { get; init; } = 24;

    /// <summary><see cref="Unit"/> per unit of the true quantity: 0.1 is a monitor output of 10 V at 100 kN.</summary>
    public double Gain { get; init; } = 1;

    /// <summary>Standard deviation of the noise, in percent of the range; good chains have 0.002 to 0.02.</summary>
    public double NoisePercent { get; init; }

    /// <summary>Mains frequency in Hz, 50 or 60 in the world.</summary>
    public double HumHz { get; init; } = 50;

    /// <summary>Amplitude of the hum, in percent of the range.</summary>
    public double HumPercent { get; init; }

    /// <summary>
    /// Drift of the zero point, in percent of the range an hour; linear, from 0 at the start of the run.
    /// </summary>
    public double DriftPercentPerHour { get; init; }

    /// <summary>
    /// Class of ISO 7500-1: 0 (no error unless given), 0.5 or 1. Errors not given are drawn within it by the seed.
    /// </summary>
    public double Class { get; init; }

    /// <summary>Error of the gain in percent of the reading; null draws it within <see cref="Class"/>.</summary>
    public double? GainErrorPercent { get; init; }

    /// <summary>Error of the zero point in percent of the range; null draws it within <see cref="Class"/>.</summary>
    public double? OffsetPercent { get; init; }

    /// <summary>Largest error of linearity in percent of the range; null draws it within <see cref="Class"/>.</summary>
    public double? LinearityPercent { get; init; }

    /// <summary>Corner (-3 dB) of the anti-alias filter in Hz; 0 is no filter. See `ChainDelay`.</summary>
    public double AntiAliasHz { get; init; }

    /// <summary>How much older its values are than those of an equal column without skew, in microseconds.</summary>
    public double SkewMicroseconds { get; init; }

    /// <summary>Units per raw count.</summary>
    public double Scale => (Max - Min) / (1L << Bits);

    /// <summary>The largest magnitude of a reading; errors of a class are relative to it.</summary>
    public double FullReading => Math.Max(Math.Abs(Min), Math.Abs(Max));

    /// <summary>A percentage of the range in raw counts.</summary>
    public double Counts(double percent) => percent / 100 * (1L << Bits);

    /// <summary>Its catalogue entry.</summary>
    public ColumnDescription Describe() => new(Name, Unit, Min, Max, Scale);

    /// <summary>Adds everything that is wrong with it.</summary>
    /// <param name="faults">The list.</param>
    /// <param name="path">Key path of this preset.</param>
    public void Check(PresetFaults faults, string path) => SensorCheck.Add(this, faults, path);
}

/// <summary>What a measuring chain may be.</summary>
internal static class SensorCheck
{
    private const double MaxMagnitude = 1e12;
    private const double LargestToRange = 1000;
    private const double MaxGain = 1e9;
    private const double MaxErrorPercent = 10;
    private const double MaxDriftPercent = 10;
    private const double MaxHumHz = 1000;
    private const double MinAntiAliasHz = 1;
    private const double MaxAntiAliasHz = 1e6;
    private const double MaxSkewMicroseconds = 1000;

    public static void Add(SensorPreset sensor, PresetFaults faults, string path)
    {
        if (string.IsNullOrWhiteSpace(sensor.Name))
            faults.Add($"{path}.name", "empty", "a column needs a name, as in `force`");
        if (sensor.Unit is null)
            faults.Add($"{path}.unit", "null", "a unit, as in `kN`; empty for none");
        AddRange(sensor, faults, path);
        if (sensor.Bits is not (16 or 18 or 19 or 24))
            faults.Add($"{path}.bits", Text(sensor.Bits), "allowed are 16, 18, 19 and 24");
        faults.Within($"{path}.gain", sensor.Gain, -MaxGain, MaxGain, "(unit per unit of the true quantity)");
        if (sensor.Gain == 0)
            faults.Add($"{path}.gain", "0", "must not be 0: the column would show nothing");
        AddErrors(sensor, faults, path);
        if (sensor.AntiAliasHz != 0)
            faults.Within(
                $"{path}.antiAliasHz", sensor.AntiAliasHz, MinAntiAliasHz, MaxAntiAliasHz, "Hz, or 0 for no filter");
        faults.Within($"{path}.skewMicroseconds", sensor.SkewMicroseconds, 0, MaxSkewMicroseconds, "us");
    }

    private static void AddRange(SensorPreset sensor, PresetFaults faults, string path)
    {
        faults.Within($"{path}.min", sensor.Min, -MaxMagnitude, MaxMagnitude, sensor.Unit);
        faults.Within($"{path}.max", sensor.Max, -MaxMagnitude, MaxMagnitude, sensor.Unit);
        if (sensor.Max <= sensor.Min)
            faults.Add(
                $"{path}.max", Text(sensor.Max), $"must be above min, {Text(sensor.Min)} {sensor.Unit}".TrimEnd());
        else if (sensor.FullReading > (sensor.Max - sensor.Min) * LargestToRange)
            faults.Add(
                $"{path}.max",
                Text(sensor.Max),
                $"the range from min must be a {LargestToRange}th of the largest reading or more");
    }

    private static void AddErrors(SensorPreset sensor, PresetFaults faults, string path)
    {
        faults.Within($"{path}.noisePercent", sensor.NoisePercent, 0, MaxErrorPercent, "% of the range");
        faults.Within($"{path}.humPercent", sensor.HumPercent, 0, MaxErrorPercent, "% of the range");
        faults.Within($"{path}.humHz", sensor.HumHz, 0, MaxHumHz, "Hz");
        faults.Within(
            $"{path}.driftPercentPerHour",
            sensor.DriftPercentPerHour,
            -MaxDriftPercent,
            MaxDriftPercent,
            "% of the range an hour");
        if (sensor.Class is not (0 or 0.5 or 1))
            faults.Add($"{path}.class", Text(sensor.Class), "allowed are 0 (none), 0.5 and 1 of ISO 7500-1");
        AddGiven(faults, $"{path}.gainErrorPercent", sensor.GainErrorPercent, "% of the reading");
        AddGiven(faults, $"{path}.offsetPercent", sensor.OffsetPercent, "% of the range");
        AddGiven(faults, $"{path}.linearityPercent", sensor.LinearityPercent, "% of the range");
    }

    private static void AddGiven(PresetFaults faults, string path, double? given, string unit)
    {
        if (given is { } value)
            faults.Within(path, value, -MaxErrorPercent, MaxErrorPercent, unit);
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
