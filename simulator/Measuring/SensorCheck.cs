using System.Globalization;
using Simulator.Presets;

namespace Simulator.Measuring;

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
            faults.Within($"{path}.antiAliasHz", sensor.AntiAliasHz, MinAntiAliasHz, MaxAntiAliasHz, "Hz, or 0 for no filter");
        faults.Within($"{path}.skewMicroseconds", sensor.SkewMicroseconds, 0, MaxSkewMicroseconds, "us");
    }

    private static void AddRange(SensorPreset sensor, PresetFaults faults, string path)
    {
        faults.Within($"{path}.min", sensor.Min, -MaxMagnitude, MaxMagnitude, sensor.Unit);
        faults.Within($"{path}.max", sensor.Max, -MaxMagnitude, MaxMagnitude, sensor.Unit);
        if (sensor.Max <= sensor.Min)
            faults.Add($"{path}.max", Text(sensor.Max), $"must be above min, {Text(sensor.Min)} {sensor.Unit}".TrimEnd());
        else if (sensor.FullReading > (sensor.Max - sensor.Min) * LargestToRange)
            faults.Add($"{path}.max", Text(sensor.Max), $"the range from min must be a {LargestToRange}th of the largest reading or more");
    }

    private static void AddErrors(SensorPreset sensor, PresetFaults faults, string path)
    {
        faults.Within($"{path}.noisePercent", sensor.NoisePercent, 0, MaxErrorPercent, "% of the range");
        faults.Within($"{path}.humPercent", sensor.HumPercent, 0, MaxErrorPercent, "% of the range");
        faults.Within($"{path}.humHz", sensor.HumHz, 0, MaxHumHz, "Hz");
        faults.Within(
            $"{path}.driftPercentPerHour", sensor.DriftPercentPerHour, -MaxDriftPercent, MaxDriftPercent, "% of the range an hour");
        if (!AccuracyClass.Exists(sensor.Class))
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
