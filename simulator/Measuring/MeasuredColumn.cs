using Simulator.Measuring.Stages;
using Simulator.Waveforms;

namespace Simulator.Measuring;

/// <summary>
/// What a measuring chain says of a true quantity: interpolation between the ticks, lasting errors, drift, hum, noise, clamp, raw counts *
/// scale. Sample i is a function of (history, chain, key, i): blocks of any size and vectors of any width give the same bits.
/// A part that the preset leaves out costs nothing. Filling takes no memory. One thread.
/// </summary>
public sealed class MeasuredColumn
{
    private readonly Interpolator _interpolator;
    private readonly Adjustment _adjustment;
    private readonly Bow? _bow;
    private readonly Drift? _drift;
    private readonly Hum? _hum;
    private readonly Noise? _noise;
    private readonly Converter _converter;

    /// <summary>Sets the column up.</summary>
    /// <param name="sensor">The chain; checked by <see cref="SensorPreset.Check"/>.</param>
    /// <param name="history">Ticks of the true quantities.</param>
    /// <param name="quantity">Which of them.</param>
    /// <param name="loopHz">Ticks a second of the loop.</param>
    /// <param name="rateHz">Samples a second of the column.</param>
    /// <param name="noiseKey">Key of its noise and of the errors that its class draws (<see cref="CounterNoise.Key"/>).</param>
    /// <param name="loopDivisor">The history has every n-th tick of the loop: 64 for furnaces.</param>
    public MeasuredColumn(
        SensorPreset sensor, LoopHistory history, int quantity, int loopHz, int rateHz, ulong noiseKey, int loopDivisor = 1)
    {
        double tickHz = (double)loopHz / loopDivisor;
        double delay = ChainDelay.LoopTicks + (ChainDelay.Seconds(sensor) * tickHz);
        DelaySeconds = delay / tickHz;
        Errors = SensorErrors.Of(sensor, noiseKey);
        _interpolator = new Interpolator(history, quantity, new TickGrid(loopHz, loopDivisor, rateHz, delay), sensor.Held);
        _adjustment = new Adjustment(sensor, Errors);
        _bow = Errors.Bow == 0 ? null : new Bow(sensor, Errors);
        _drift = sensor.DriftPercentPerHour == 0 ? null : new Drift(sensor, rateHz);
        _hum = sensor.HumPercent == 0 || sensor.HumHz == 0 ? null : new Hum(sensor, rateHz, noiseKey);
        _noise = sensor.NoisePercent == 0 ? null : new Noise(sensor, noiseKey);
        _converter = new Converter(sensor);
    }

    /// <summary>The lasting errors of this chain.</summary>
    public SensorErrors Errors { get; }

    /// <summary>How much older than its time a value is, in seconds.</summary>
    public double DelaySeconds { get; }

    /// <summary>The tick up to which the plant must have run before <paramref name="lastSample"/> can be filled.</summary>
    public long NewestTickNeeded(long lastSample) => _interpolator.NewestTickNeeded(lastSample);

    /// <summary>The oldest tick that the history must still hold when <paramref name="firstSample"/> is filled; negative near the
    /// start, where tick 0 holds.</summary>
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
