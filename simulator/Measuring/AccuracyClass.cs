using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Measuring;

/// <summary>
/// Errors of a chain of a class of ISO 7500-1 (2018, table 2): relative error of indication up to +-class percent of
/// the reading, from a fifth of the largest reading on; zero error up to +-class / 10 percent of the largest reading.
/// </summary>
/// <remarks>
/// The three parts share the class so that even their worst signs together stay within it: gain 0.4, linearity 0.4 near
/// zero, where a cubic bow has its largest relative error, and offset 0.2 at a fifth of the largest reading (0.04 of
/// the largest reading, below the 0.1 of the zero error). Noise, hum and drift are not part of it: the standard has
/// repeatability and calibration intervals for them.
/// </remarks>
internal static class AccuracyClass
{
    /// <summary>Part of the largest reading from which on the class holds.</summary>
    public const double LowestReading = 0.2;

    private const double GainShare = 0.4;
    private const double BowShare = 0.4;
    private const double OffsetShare = 0.2 * LowestReading;
    private const double PerCent = 0.01;

    /// <summary>The errors of one chain: what the preset gives, the rest drawn within its class.</summary>
    public static SensorErrors Draw(SensorPreset sensor, ulong key)
    {
        double part = sensor.Class * PerCent;
        double range = sensor.Max - sensor.Min;
        double full = sensor.FullReading;
        return new SensorErrors(
            sensor.GainErrorPercent is { } gain ? gain * PerCent : GainShare * part * CounterNoise.Draw(key, 0),
            sensor.OffsetPercent is { } offset
                ? offset * PerCent * range
                : OffsetShare * part * full * CounterNoise.Draw(key, 1),
            sensor.LinearityPercent is { } bow
                ? bow * PerCent * range
                : BowShare / SensorErrors.BowFactor * part * full * CounterNoise.Draw(key, 2));
    }
}

/// <summary>
/// The lasting errors of one chain; a reading r shows as <c>r (1 + Gain) + Offset + Bow * BowFactor * (u - u^3)</c>, u
/// = r / largest reading.
/// </summary>
/// <param name="Gain">Relative error of the gain.</param>
/// <param name="Offset">Error of the zero point, in the sensor's unit.</param>
/// <param name="Bow">Largest error of linearity, in the sensor's unit: 0 at zero and at the largest reading, odd,
/// largest at 0.577 of it.</param>
public readonly record struct SensorErrors(double Gain, double Offset, double Bow)
{
    /// <summary>Makes the largest value of u - u^3, at 1 / sqrt(3), one: 3 sqrt(3) / 2.</summary>
    public const double BowFactor = 2.598076211353316;

    /// <summary>The errors of a chain: those that the preset gives, the others drawn within its class.</summary>
    /// <param name="sensor">The chain.</param>
    /// <param name="key">Key of the column; the same key gives the same errors.</param>
    public static SensorErrors Draw(SensorPreset sensor, ulong key) => AccuracyClass.Draw(sensor, key);
}
