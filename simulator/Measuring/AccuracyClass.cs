using Simulator.Waveforms;

namespace Simulator.Measuring;

/// <summary>
/// Errors of a chain of a class of ISO 7500-1 (2018, table 2): relative error of indication up to +-class percent of the reading, from a
/// fifth of the largest reading on; zero error up to +-class / 10 percent of the largest reading.
/// </summary>
/// <remarks>
/// The three parts share the class so that even their worst signs together stay within it: gain 0.4, linearity 0.4 near zero, where a
/// cubic bow has its largest relative error, and offset 0.2 at a fifth of the largest reading (0.04 of the largest reading, below the
/// 0.1 of the zero error). Noise, hum and drift are not part of it: the norm has repeatability and calibration intervals for them.
/// </remarks>
internal static class AccuracyClass
{
    /// <summary>Part of the largest reading from which on the class holds.</summary>
    public const double LowestReading = 0.2;

    private const double GainShare = 0.4;
    private const double BowShare = 0.4;
    private const double OffsetShare = 0.2 * LowestReading;
    private const double PerCent = 0.01;

    /// <summary>True for 0 (no class), 0.5 and 1.</summary>
    public static bool Exists(double value) => value is 0 or 0.5 or 1;

    /// <summary>The errors of one chain: what the preset gives, the rest drawn within its class.</summary>
    public static SensorErrors Draw(SensorPreset sensor, ulong key)
    {
        double part = sensor.Class * PerCent;
        double range = sensor.Max - sensor.Min;
        double full = sensor.FullReading;
        return new SensorErrors(
            sensor.GainErrorPercent is { } gain ? gain * PerCent : GainShare * part * CounterNoise.Draw(key, 0),
            sensor.OffsetPercent is { } offset ? offset * PerCent * range : OffsetShare * part * full * CounterNoise.Draw(key, 1),
            sensor.LinearityPercent is { } bow
                ? bow * PerCent * range
                : BowShare / SensorErrors.BowFactor * part * full * CounterNoise.Draw(key, 2));
    }
}
