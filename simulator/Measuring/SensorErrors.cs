namespace Simulator.Measuring;

/// <summary>
/// The lasting errors of one chain; a reading r shows as <c>r (1 + Gain) + Offset + Bow * BowFactor * (u - u^3)</c>, u = r / largest
/// reading.
/// </summary>
/// <param name="Gain">Relative error of the gain.</param>
/// <param name="Offset">Error of the zero point, in the sensor's unit.</param>
/// <param name="Bow">Largest error of linearity, in the sensor's unit: 0 at zero and at the largest reading, odd, largest at 0.577 of
/// it.</param>
public readonly record struct SensorErrors(double Gain, double Offset, double Bow)
{
    /// <summary>Makes the largest value of u - u^3, at 1 / sqrt(3), one: 3 sqrt(3) / 2.</summary>
    public const double BowFactor = 2.598076211353316;

    /// <summary>The errors of a chain: those that the preset gives, the others drawn within its class.</summary>
    /// <param name="sensor">The chain.</param>
    /// <param name="key">Key of the column; the same key gives the same errors.</param>
    public static SensorErrors Of(SensorPreset sensor, ulong key) => AccuracyClass.Draw(sensor, key);
}
