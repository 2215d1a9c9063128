using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Measuring;

/// <summary>
/// What a measuring chain makes of a true quantity: interpolation between the ticks, lasting errors, drift, hum, noise,
/// clamp, raw counts * scale. Sample i is a function of (history, chain, key, i): blocks of any size and vectors of any
/// width give the same bits. A part that the preset leaves out costs nothing. Filling does not allocate. One thread.
/// </summary>
public sealed class MeasuredColumn
{
    private readonly Interpolator _interpolator;
    private readonly AdjustmentStage _adjustment;
    private readonly LinearityStage? _bow;
    private readonly DriftStage? _drift;
    private readonly HumStage? _hum;
    private readonly NoiseStage? _noise;
    private readonly ConverterStage _converter;

    /// <summary>Sets the column up.</summary>
    /// <param name="sensor">The chain; checked by <see cref="SensorPreset.Check"/>.</param>
    /// <param name="history">Ticks of the true quantities.</param>
    /// <param name="quantity">Which of them.</param>
    /// <param name="loopHz">Ticks a second of the loop.</param>
    /// <param name="rateHz">Samples a second of the column.</param>
    /// <param name="noiseKey">Key of its noise and of the errors that its class draws
    /// (<see cref="CounterNoise.Key"/>).</param>
    /// <param name="loopDivisor">The history has every n-th tick of the loop: 64 for furnaces.</param>
    public MeasuredColumn(
        SensorPreset sensor,
        LoopHistory history,
        int quantity,
        int loopHz,
        int rateHz,
        ulong noiseKey,
        int loopDivisor = 1)
    {
        double tickHz = (double)loopHz / loopDivisor;
        double delay = ChainDelay.LoopTicks + (ChainDelay.Seconds(sensor) * tickHz);
        DelaySeconds = delay / tickHz;
        Errors = SensorErrors.Draw(sensor, noiseKey);
        _interpolator =
            new Interpolator(history, quantity, new TickGrid(loopHz, loopDivisor, rateHz, delay), sensor.Held);
        _adjustment = new AdjustmentStage(sensor, Errors);
        _bow = Errors.Bow == 0 ? null : new LinearityStage(sensor, Errors);
        _drift = sensor.DriftPercentPerHour == 0 ? null : new DriftStage(sensor, rateHz);
        _hum = sensor.HumPercent == 0 || sensor.HumHz == 0 ? null : new HumStage(sensor, rateHz, noiseKey);
        _noise = sensor.NoisePercent == 0 ? null : new NoiseStage(sensor, noiseKey);
        _converter = new ConverterStage(sensor);
    }

    /// <summary>The lasting errors of this chain.</summary>
    public SensorErrors Errors { get; }

    /// <summary>How much older than its time a value is, in seconds.</summary>
    public double DelaySeconds { get; }

    /// <summary>
    /// The tick up to which the plant must have run before <paramref name="lastSample"/> can be filled.
    /// </summary>
    public long NewestTickNeeded(long lastSample) => _interpolator.NewestTickNeeded(lastSample);

    /// <summary>The oldest tick that the history must still hold when <paramref name="firstSample"/> is filled;
    /// negative near the start, where tick 0 holds.</summary>
    public long OldestTickNeeded(long firstSample) => _interpolator.OldestTickNeeded(firstSample);

    /// <summary>Writes the samples from <paramref name="firstSample"/> on.</summary>
    /// <param name="firstSample">Index of the first, at the column's rate, from 0.</param>
    /// <param name="target">Where they go, in the sensor's unit.</param>
    public void Fill(long firstSample, Span<double> target)
    {
        _interpolator.Fill(firstSample, target);
        _bow?.Apply(target);
        _adjustment.Apply(target);
        _drift?.Apply(firstSample, target);
        _hum?.Apply(firstSample, target);
        _noise?.Apply(firstSample, target);
        _converter.Apply(target);
    }
}

/// <summary>
/// The age of a chain's value: two ticks of the loop, in which the controller works and passes it on and
/// the cubic has the points after it, then the anti-alias filter and the skew of the column.
/// </summary>
/// <remarks>
/// Of the filter only its delay is modelled: a Bessel filter of four poles delays everything below its corner by the
/// same 2.114 / (2 pi fc) (its -3 dB corner is at 2.114 rad/s when its delay is 1 s: Zverev, Handbook of Filter
/// Synthesis, tables for maximally flat delay), and the motions of a rig are far below the corner.
/// </remarks>
public static class ChainDelay
{
    /// <summary>Ticks of the loop before a value can be handed out.</summary>
    public const int LoopTicks = 2;

    private const double BesselCorner = 2.1139176749;
    private const double Microsecond = 1e-6;

    /// <summary>Delay of filter and skew, in seconds; <see cref="LoopTicks"/> come on top.</summary>
    public static double Seconds(SensorPreset sensor) =>
        (sensor.AntiAliasHz > 0 ? BesselCorner / (2 * Math.PI * sensor.AntiAliasHz) : 0)
            + (sensor.SkewMicroseconds * Microsecond);
}
