using FuncLibs.GroundTruth.Lines;

namespace Simulator.Presets;

/// <summary>A limit of a true value; the truth file tells when it was beyond it.</summary>
public sealed record ExcursionPreset
{
    /// <summary>The channel, as signals are named: servo1 is the first.</summary>
    public string Channel { get; init; } = "servo1";

    /// <summary>The sensor whose quantity it is, with its unit.</summary>
    public string Sensor { get; init; } = "force";

    /// <summary>Which side counts: above an upper limit, below a lower one.</summary>
    public TruthLimit Limit { get; init; }

    /// <summary>The limit, in the unit of the quantity.</summary>
    public double Value { get; init; }

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path, ServoPreset servo)
    {
        if (!TryChannel(servo.Channels, out _))
            faults.Add($"{path}.channel", $"'{Channel}' is no servo channel", $"allowed are servo1 to servo{servo.Channels}");
        if (!ServoSensors.TryQuantity(Sensor, out _))
            faults.Add($"{path}.sensor", $"'{Sensor}' is nothing that an axis has", ServoSensors.Known);
        faults.Within($"{path}.value", Value, -1e9, 1e9, "");
    }

    /// <summary>The number of the channel, from 0.</summary>
    public bool TryChannel(int channels, out int number)
    {
        number = -1;
        bool numbered = Channel.StartsWith(Prefix, StringComparison.Ordinal)
            && int.TryParse(Channel.AsSpan(Prefix.Length), System.Globalization.NumberStyles.None, null, out number);
        number--;
        return numbered && number >= 0 && number < channels;
    }

    private const string Prefix = "servo";
}
