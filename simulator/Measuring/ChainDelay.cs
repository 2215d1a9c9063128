namespace Simulator.Measuring;

/// <summary>
/// How old a value is that a chain hands out: two ticks of the loop, in which the controller works and hands over and the cubic has the
/// points behind it, then the anti-alias filter and the skew of the column.
/// </summary>
/// <remarks>
/// Of the filter only its delay is modelled: a Bessel filter of four poles delays everything below its corner by the same 2.114 / (2 pi fc)
/// (its -3 dB corner is at 2.114 rad/s when its delay is 1 s: Zverev, Handbook of Filter Synthesis, tables for maximally flat delay), and
/// the motions of a rig are far below the corner.
/// </remarks>
public static class ChainDelay
{
    /// <summary>Ticks of the loop before a value can be handed out.</summary>
    public const int LoopTicks = 2;

    private const double BesselCorner = 2.1139176749;
    private const double Microsecond = 1e-6;

    /// <summary>Delay of filter and skew, in seconds; <see cref="LoopTicks"/> come on top.</summary>
    public static double Seconds(SensorPreset sensor) =>
        (sensor.AntiAliasHz > 0 ? BesselCorner / (2 * Math.PI * sensor.AntiAliasHz) : 0) + (sensor.SkewMicroseconds * Microsecond);
}
