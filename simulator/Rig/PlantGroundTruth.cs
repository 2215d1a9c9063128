using FuncLibs.GroundTruth;
using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>
/// Turns what a plant is into lines of the ground truth: ticks become base samples. A plant that channels share speaks
/// for the first of them. One thread; does not allocate.
/// </summary>
/// <param name="channel">Name of the channel.</param>
/// <param name="baseRateHz">Rate of the base clock.</param>
/// <param name="loopHz">Rate of the plant loop.</param>
/// <param name="watches">Limits whose crossings are written.</param>
/// <param name="reversalBands">See <see cref="ReversalBands"/>.</param>
internal sealed class PlantGroundTruth(
    string channel, long baseRateHz, int loopHz, ExcursionDetector[] watches, double[] reversalBands) : IAxisObserver
{
    private static readonly string[] Modes =
    [
        .. Enum.GetNames<AxisControlMode>().Select(name => name.ToLowerInvariant()),
    ];
    private static readonly string[] Feedbacks =
        [.. Enum.GetValues<AxisControlMode>().Select(mode => ServoSensors.NameOf(AxisQuantities.FeedbackOf(mode)))];

    private int _mode;

    /// <summary>Receives the lines.</summary>
    public IGroundTruthSink Sink { get; set; } = NullGroundTruthSink.Instance;

    /// <summary>Begins with a new machine.</summary>
    public void Begin(AxisControlMode mode)
    {
        _mode = (int)mode;
        foreach (ExcursionDetector watch in watches)
            watch.Restart();
    }

    /// <summary>A tick's quantities.</summary>
    public void Observe(long tick, ReadOnlySpan<double> quantities)
    {
        foreach (ExcursionDetector watch in watches)
        {
            if (watch.Ends(quantities, tick, out long from))
                WriteExcursion(watch, from, tick);
        }
    }

    /// <summary>The run ends at a tick: what is still beyond a limit is reported up to there.</summary>
    public void Finish(long tick)
    {
        foreach (ExcursionDetector watch in watches)
        {
            if (watch.From is { } from && from < tick)
                WriteExcursion(watch, from, tick);
            watch.Restart();
        }
    }

    /// <inheritdoc/>
    public void Cycle(long tick, long number, double peak, long peakTick, double valley, long valleyTick) =>
        Sink.Cycle(channel, Feedbacks[_mode], number, Index(tick), peak, Index(peakTick), valley, Index(valleyTick));

    /// <inheritdoc/>
    public void Property(long tick, string name, double value, string unit) =>
        Sink.Property(channel, name, value, unit, Index(tick));

    /// <inheritdoc/>
    public void Break(long tick, double force) => Sink.Break(channel, Index(tick), force);

    /// <inheritdoc/>
    public void Mode(long tick, AxisControlMode mode)
    {
        _mode = (int)mode;
        Sink.Mode(channel, Modes[_mode], Index(tick), reversalBands[_mode]);
    }

    private void WriteExcursion(ExcursionDetector watch, long from, long to) =>
        Sink.Excursion(watch.Channel, watch.Sensor, watch.Limit, watch.Value, Index(from), Index(to));

    private long Index(long tick) => TickIndex.ToSample(tick, baseRateHz, loopHz);
}

/// <summary>
/// Sees when a true quantity is beyond a limit. True values carry no noise, so the crossing is one tick.
/// </summary>
internal sealed class ExcursionDetector
{
    private readonly int _quantity;

    public ExcursionDetector(ExcursionPreset preset)
    {
        if (!ServoSensors.TryQuantity(preset.Sensor, out AxisQuantity quantity))
            throw new ArgumentException($"{preset.Sensor} is no quantity; the preset was not checked.", nameof(preset));
        (_quantity, Channel, Sensor, Limit, Value) =
            ((int)quantity, preset.Channel, preset.Sensor, preset.Limit, preset.Value);
    }

    /// <summary>The channel's name.</summary>
    public string Channel { get; }

    /// <summary>The sensor's name.</summary>
    public string Sensor { get; }

    /// <summary>Which side counts.</summary>
    public ExcursionLimit Limit { get; }

    /// <summary>The limit.</summary>
    public double Value { get; }

    /// <summary>First tick beyond it; null within.</summary>
    public long? From { get; private set; }

    /// <summary>Within again.</summary>
    public void Restart() => From = null;

    /// <summary>Takes a tick; true when an excursion ended before it.</summary>
    public bool Ends(ReadOnlySpan<double> quantities, long tick, out long from)
    {
        double value = quantities[_quantity];
        bool beyond = Limit == ExcursionLimit.Upper ? value > Value : value < Value;
        from = From ?? tick;
        bool ends = From is not null && !beyond;
        From = beyond ? from : null;
        return ends;
    }
}
