using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>Makes the channels of a rig.</summary>
/// <param name="preset">A preset without faults.</param>
/// <param name="seed">Seed of all noise.</param>
internal sealed class ChannelFactory(RigPreset preset, ulong seed)
{
    private const int TempCommandBits = 24;

    /// <summary>The servo channels.</summary>
    public ServoChannel[] Servo(PlantRun[] plants) =>
        [.. Enumerable.Range(0, preset.Servo.Channels).Select(c => Servo(plants, c))];

    /// <summary>The temperature channels.</summary>
    public TempChannel[] Temp(ZoneRun[] zones) =>
        [.. Enumerable.Range(0, preset.Temp.Channels).Select(c => Temp(zones[c], c))];

    /// <summary>The analogue inputs.</summary>
    public AnalogueInput[] Analogue(PlantRun[] plants) =>
        [.. Enumerable.Range(0, preset.AD.Channels).Select(c => Analogue(plants, c))];

    private ServoChannel Servo(PlantRun[] plants, int channel)
    {
        int number = channel % plants.Length;
        PlantRun plant = plants[number];
        AxisPreset axis = preset.Axes[number % preset.Axes.Length];
        CommandRange[] ranges = CommandRange.Get(preset.Servo, axis);
        MeasuredColumn Column(SensorPreset sensor, AxisQuantity quantity, int column) => new(
            sensor,
            plant.History,
            (int)quantity,
            preset.LoopHz,
            Rate(preset.Servo.Points),
            Key(BlockGroup.Servo, channel, column));
        ImmutableArray<SensorPreset> sensors = preset.Servo.Sensors;
        ImmutableArray<ColumnDescription> described =
            [ranges[0].Description, preset.Servo.Output.Describe(), .. sensors.Select(s => s.Describe())];
        return new ServoChannel(
            Describe(channel, "axis", preset.Servo.Points, described),
            plant,
            ranges,
            new ControllerColumns(plant, ranges, preset.LoopHz, Rate(preset.Servo.Points)),
            [
                Column(preset.Servo.Output, AxisQuantity.Output, 1),
                .. sensors.Select((s, i) => Column(s, QuantityOf(s), i + 2)),
            ]);
    }

    private TempChannel Temp(ZoneRun zone, int channel)
    {
        ZonePreset made = preset.Temp.Zones[channel % preset.Temp.Zones.Length];
        int rateHz = Rate(preset.Temp.Points);
        SensorPreset[] sensors = [TempCommand(), preset.Temp.Output, .. preset.Temp.Sensors];
        MeasuredColumn Column(SensorPreset sensor, int column) => new(
            sensor, zone.History, (int)ZoneQuantityOf(sensor, column), preset.LoopHz, rateHz,
            Key(BlockGroup.Temp, channel, column), FurnaceZone.LoopDivisor);
        return new TempChannel(
            Describe(channel, "zone", preset.Temp.Points, [.. sensors.Select(s => s.Describe())]),
            SineWave.Create(made.SwingHz, rateHz),
            [.. sensors.Select(Column)]);
    }

    private AnalogueInput Analogue(PlantRun[] plants, int input)
    {
        int channel = input % preset.Servo.Channels;
        AxisQuantity quantity = preset.AD.Quantities[input / preset.Servo.Channels % preset.AD.Quantities.Length];
        SensorPreset converter = preset.AD.Sensor;
        converter = converter with { Gain = converter.Gain * converter.FullReading / FullValue(quantity) };
        return new AnalogueInput(
            Describe(input, "ad", preset.AD.Points, [converter.Describe()]),
            new MeasuredColumn(
                converter,
                plants[channel % plants.Length].History,
                (int)quantity,
                preset.LoopHz,
                Rate(preset.AD.Points),
                Key(BlockGroup.AD, input, 0)));
    }

    private ChannelDescription Describe(int id, string name, int points, ImmutableArray<ColumnDescription> columns)
    {
        int divisor = (int)System.Numerics.BigInteger.GreatestCommonDivisor(points, preset.Servo.Points);
        return new ChannelDescription(
            id, $"{name}{id + 1}", points / divisor, preset.Servo.Points / divisor, points, columns);
    }

    private double FullValue(AxisQuantity quantity)
    {
        const double FullDrive = 100;
        return ServoSensors.Find(preset.Servo.Sensors, quantity) is { } sensor
            ? sensor.FullReading / Math.Abs(sensor.Gain)
            : FullDrive;
    }

    // The set point has the range of the controlled sensor; computed, so without noise.
    private SensorPreset TempCommand()
    {
        SensorPreset held =
            preset.Temp.Sensors.FirstOrDefault(s => s.Name == "middle") ?? new() { Unit = "degC", Min = 0, Max = 1000 };
        return new()
        {
            Name = "command",
            Unit = held.Unit,
            Min = held.Min,
            Max = held.Max,
            Gain = held.Gain,
            Bits = TempCommandBits,
        };
    }

    private static AxisQuantity QuantityOf(SensorPreset sensor) =>
        ServoSensors.TryQuantity(sensor.Name, out AxisQuantity quantity) ? quantity : throw Unchecked(sensor);

    private static ZoneQuantity ZoneQuantityOf(SensorPreset sensor, int column)
    {
        if (column < ChannelDescription.ControlColumns)
            return (ZoneQuantity)column;
        return ZonePreset.TryQuantity(sensor.Name, out ZoneQuantity quantity) ? quantity : throw Unchecked(sensor);
    }

    private static ArgumentException Unchecked(SensorPreset sensor) =>
        new($"{sensor.Name} measures nothing; the preset was not checked.");

    private int Rate(int points) => (int)preset.RateOf(points);

    private ulong Key(BlockGroup group, int channel, int column) => CounterNoise.Key(seed, (int)group, channel, column);
}
