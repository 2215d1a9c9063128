using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.GroundTruth;

namespace Simulator.Presets;

/// <summary>
/// A simulated rig as in a preset document; docs/simulator.md has every key. Rates follow from the base clock: a
/// group with p points a block runs at <c>BaseRateHz * p / Servo.Points</c>, which must be a whole number.
/// </summary>
public sealed record RigPreset
{
    /// <summary>Slowest plant loop, in Hz.</summary>
    public const int MinLoopHz = 1024;

    /// <summary>Fastest plant loop, in Hz.</summary>
    public const int MaxLoopHz = 10_000;

    /// <summary>Name in configuration, and in the ground-truth file.</summary>
    public string Name { get; init; } = "";

    /// <summary>The built-in preset from which the document began; empty for none.</summary>
    public string Base { get; init; } = "";

    /// <summary>What it is for, in a line.</summary>
    public string Description { get; init; } = "";

    /// <summary>Remarks for people.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>Rate of the base clock, which is that of the servo channels; a whole number of Hz.</summary>
    public long BaseRateHz { get; init; } = 2000;

    /// <summary>Rate of the plant loop, Hz, 1024 to 10000.</summary>
    public int LoopHz { get; init; } = 4096;

    /// <summary>How much faster the rig's clock runs than UTC, in parts per million, -1000 to 1000.</summary>
    public double ClockErrorPpm { get; init; }

    /// <summary>Servo channels.</summary>
    public ServoPreset Servo { get; init; } = new();

    /// <summary>Temperature channels.</summary>
    public TempPreset Temp { get; init; } = new();

    /// <summary>Analogue inputs.</summary>
    public AnaloguePreset AD { get; init; } = new();

    /// <summary>Digital inputs; the first four are states of the rig, the rest patterns.</summary>
    public int BitIn { get; init; } = 8;

    /// <summary>Digital outputs: patterns.</summary>
    public int BitOut { get; init; } = 8;

    /// <summary>Machines with their specimen and their test; plant p is made from item p modulo their number.</summary>
    public ImmutableArray<AxisPreset> Axes { get; init; } = [new()];

    /// <summary>Limits whose crossings are written to the ground-truth file.</summary>
    public ImmutableArray<ExcursionPreset> Excursions { get; init; } = [];

    /// <summary>Blocks a second.</summary>
    public double BlocksPerSecond => (double)BaseRateHz / Servo.Points;

    /// <summary>Plants of the rig.</summary>
    public int PlantCount => Servo.Plants == 0 ? Servo.Channels : Servo.Plants;

    /// <summary>Rate of the base clock in UTC seconds: what its clock shows of them.</summary>
    public double ClockRateHz => ClockErrorPpm == 0 ? BaseRateHz : BaseRateHz * (1 + (ClockErrorPpm * 1e-6));

    /// <summary>Rate of a group with this many points a block.</summary>
    public long RateOf(int points) => BaseRateHz * points / Servo.Points;

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path)
    {
        string at = path.Length == 0 ? "" : path + ".";
        faults.Within(at + "baseRateHz", BaseRateHz, 1, PresetChange.MaxBaseRateHz, "Hz");
        faults.Within(at + "loopHz", LoopHz, MinLoopHz, MaxLoopHz, "Hz");
        faults.Within(at + "clockErrorPpm", ClockErrorPpm, -1000, 1000, "ppm");
        faults.Within(at + "bitIn", BitIn, 0, BlockLimits.Default.Bits, "lines");
        faults.Within(at + "bitOut", BitOut, 0, BlockLimits.Default.Bits, "lines");
        Servo.Check(faults, at + "servo");
        Temp.Check(faults, at + "temp");
        AD.Check(faults, at + "ad", Servo);
        if (Axes.IsEmpty)
            faults.Add(at + "axes", "is empty", "give one or more");
        if (LoopHz is >= MinLoopHz and <= MaxLoopHz)
            CheckAxes(faults, at);
        for (int i = 0; i < Excursions.Length; i++)
            Excursions[i].Check(faults, $"{at}excursions[{i}]", Servo);
        PresetRates.Check(this, faults, at);
    }

    // Their limits follow from the rate of the loop.
    private void CheckAxes(PresetFaults faults, string at)
    {
        for (int i = 0; i < Axes.Length; i++)
            Axes[i].Check(faults, $"{at}axes[{i}]", LoopHz);
    }
}

/// <summary>A limit of a true value; the ground-truth file has when it was beyond it.</summary>
public sealed record ExcursionPreset
{
    /// <summary>The channel, as signals are named: servo1 is the first.</summary>
    public string Channel { get; init; } = "servo1";

    /// <summary>The sensor whose quantity it is, with its unit.</summary>
    public string Sensor { get; init; } = "force";

    /// <summary>Which side counts: above an upper limit, below a lower one.</summary>
    public ExcursionLimit Limit { get; init; }

    /// <summary>The limit, in the unit of the quantity.</summary>
    public double Value { get; init; }

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path, ServoPreset servo)
    {
        if (!TryChannel(servo.Channels, out _))
            faults.Add(
                $"{path}.channel", $"'{Channel}' is no servo channel", $"allowed are servo1 to servo{servo.Channels}");
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

/// <summary>
/// Analogue inputs on the monitor outputs of the servo channels: a quantity over its sensor's range as +-10 V.
/// </summary>
public sealed record AnaloguePreset
{
    /// <summary>Inputs; 0 = none.</summary>
    public int Channels { get; init; }

    /// <summary>Points of a block.</summary>
    public int Points { get; init; } = 20;

    /// <summary>What the monitor outputs show, in turn: the first for all servo channels, then the second.</summary>
    public ImmutableArray<AxisQuantity> Quantities { get; init; } =
    [
        AxisQuantity.Force, AxisQuantity.Stroke, AxisQuantity.Output,
    ];

    /// <summary>The converter; the gain comes from the quantity's range.</summary>
    public SensorPreset Sensor { get; init; } =
        new() { Name = "value", Unit = "V", Min = -10, Max = 10, Bits = 16, NoisePercent = 0.015 };

    /// <summary>Adds all that is wrong.</summary>
    public void Check(PresetFaults faults, string path, ServoPreset servo)
    {
        faults.Within($"{path}.channels", Channels, 0, BlockLimits.Default.Channels, "inputs");
        if (Channels <= 0)
            return;
        faults.Within($"{path}.points", Points, 1, BlockLimits.Default.PointsPerColumn, "points");
        Sensor.Check(faults, $"{path}.sensor");
        if (Quantities.IsEmpty)
            faults.Add($"{path}.quantities", "is empty", "give one or more");
        for (int i = 0; i < Quantities.Length; i++)
        {
            if (Quantities[i] != AxisQuantity.Output && ServoSensors.Find(servo.Sensors, Quantities[i]) is null)
                faults.Add(
                    $"{path}.quantities[{i}]",
                    $"no servo sensor measures {Quantities[i]}",
                    "name output or one of servo.sensors");
        }
    }
}
