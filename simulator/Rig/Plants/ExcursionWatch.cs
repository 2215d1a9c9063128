using FuncLibs.GroundTruth.Lines;
using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Rig.Plants;

/// <summary>Sees when a true quantity is beyond a limit. True values carry no noise, so the crossing is one tick.</summary>
internal sealed class ExcursionWatch
{
    private readonly int _quantity;

    public ExcursionWatch(ExcursionPreset preset)
    {
        if (!ServoSensors.TryQuantity(preset.Sensor, out AxisQuantity quantity))
            throw new ArgumentException($"{preset.Sensor} is no quantity; the preset was not checked.", nameof(preset));
        (_quantity, Channel, Sensor, Limit, Value) = ((int)quantity, preset.Channel, preset.Sensor, preset.Limit, preset.Value);
    }

    /// <summary>The channel's name.</summary>
    public string Channel { get; }

    /// <summary>The sensor's name.</summary>
    public string Sensor { get; }

    /// <summary>Which side counts.</summary>
    public TruthLimit Limit { get; }

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
        bool beyond = Limit == TruthLimit.Upper ? value > Value : value < Value;
        from = From ?? tick;
        bool ends = From is not null && !beyond;
        From = beyond ? from : null;
        return ends;
    }
}
