namespace Simulator.Measuring;

/// <summary>
/// The true quantity at the samples of a rate, for the truth file: no delay, no error, no noise, no converter; in the unit of the sensor
/// that measures it. One thread.
/// </summary>
/// <param name="sensor">The chain; its gain counts, and whether it holds.</param>
/// <param name="history">Ticks of the true quantities.</param>
/// <param name="quantity">Which of them.</param>
/// <param name="loopHz">Ticks a second of the loop.</param>
/// <param name="rateHz">Samples a second: that of the base clock for the truth file.</param>
/// <param name="loopDivisor">The history has every n-th tick of the loop.</param>
public sealed class TrueColumn(
    SensorPreset sensor, LoopHistory history, int quantity, int loopHz, int rateHz, int loopDivisor = 1)
{
    private readonly Interpolator _interpolator = new(history, quantity, new TickGrid(loopHz, loopDivisor, rateHz, 0), sensor.Held);
    private readonly double _gain = sensor.Gain;

    /// <summary>The tick up to which the plant must have run: two beyond the sample, for the cubic.</summary>
    public long NewestTickNeeded(long lastSample) => _interpolator.NewestTickNeeded(lastSample);

    /// <summary>The oldest tick that the history must still hold.</summary>
    public long OldestTickNeeded(long firstSample) => _interpolator.OldestTickNeeded(firstSample);

    /// <summary>The true value at a sample.</summary>
    public double At(long sample)
    {
        double value = 0;
        _interpolator.Fill(sample, new Span<double>(ref value));
        return value * _gain;
    }

    /// <summary>Writes the true values from a sample on.</summary>
    public void Fill(long firstSample, Span<double> target)
    {
        _interpolator.Fill(firstSample, target);
        foreach (ref double value in target)
            value *= _gain;
    }
}
