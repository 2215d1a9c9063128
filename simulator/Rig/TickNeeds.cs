using System.Numerics;
using Simulator.Measuring;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>Which ticks of the plant loop a part of a block needs, and how many must be kept for that.</summary>
internal sealed class TickNeeds
{
    // Room for what runs on beyond the need, and for parts of a block that are a sample longer than others.
    private const int Spare = 2 * FurnaceZone.LoopDivisor;

    private const double MaxTicksOfPart = 512;

    // Parts of a later block: near the start of the run the oldest ticks would be before it.
    private const long SomeBlock = 1000;

    private readonly RigPreset _preset;
    private readonly TickGrid _controller;
    private readonly MeasuredColumn[] _servo;
    private readonly MeasuredColumn[] _temp;
    private readonly MeasuredColumn[] _analogue;

    /// <summary>Sets up the needs of a preset without faults.</summary>
    public TickNeeds(RigPreset preset)
    {
        _preset = preset;
        Parts = (int)Math.Ceiling(preset.LoopHz / preset.BlocksPerSecond / MaxTicksOfPart);
        _controller = new TickGrid(preset.LoopHz, 1, (int)preset.BaseRateHz, 0);
        var ticks = new LoopHistory(1, 1);
        MeasuredColumn Column(SensorPreset sensor, int points, int divisor = 1) =>
            new(sensor, ticks, 0, preset.LoopHz, (int)preset.RateOf(points), 0, divisor);
        _servo =
        [
            Column(preset.Servo.Output, preset.Servo.Points),
            .. preset.Servo.Sensors.Select(s => Column(s, preset.Servo.Points)),
        ];
        _temp = preset.Temp.Channels == 0
            ? []
            : [.. preset.Temp.Sensors.Prepend(preset.Temp.Output).Append(new SensorPreset())
                .Select(s => Column(s, preset.Temp.Points, FurnaceZone.LoopDivisor))];
        _analogue = preset.AD.Channels == 0 ? [] : [Column(preset.AD.Sensor, preset.AD.Points)];
    }

    /// <summary>Parts in which a block is filled.</summary>
    public int Parts { get; }

    /// <summary>Ticks of a plant to keep: a power of two.</summary>
    public int PlantTicks => Capacity(Plants, Spare);

    /// <summary>Steps of a zone to keep: a power of two.</summary>
    public int ZoneSteps => Capacity(Zones, Spare / FurnaceZone.LoopDivisor);

    /// <summary>Oldest and newest tick of the plants.</summary>
    public (long Oldest, long Newest) Plants(BlockPart part)
    {
        (long first, long last) = Samples(part, _preset.Servo.Points);
        long oldest = _controller.At(first).Tick - 1;
        long newest = _controller.At(last).Tick;
        Widen(_servo, first, last, ref oldest, ref newest);
        (first, last) = Samples(part, _preset.AD.Points);
        Widen(_analogue, first, last, ref oldest, ref newest);
        return (oldest, newest);
    }

    /// <summary>Oldest and newest step of the zones; the oldest is behind the newest when there is none.</summary>
    public (long Oldest, long Newest) Zones(BlockPart part)
    {
        (long first, long last) = Samples(part, _preset.Temp.Points);
        (long oldest, long newest) = (long.MaxValue, 0);
        Widen(_temp, first, last, ref oldest, ref newest);
        return (oldest, newest);
    }

    private int Capacity(Func<BlockPart, (long Oldest, long Newest)> needs, int spare)
    {
        long widest = Enumerable
            .Range(0, Parts)
            .Select(part => needs(new BlockPart(SomeBlock, part, Parts)))
            .Max(n => n.Newest - n.Oldest);
        return (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(1, widest + 1 + spare));
    }

    // A part without a sample uses the one before it.
    private static (long First, long Last) Samples(BlockPart part, int points)
    {
        long first = part.First(points);
        return (first, Math.Max(0, first + part.Count(points) - 1));
    }

    private static void Widen(MeasuredColumn[] columns, long first, long last, ref long oldest, ref long newest)
    {
        foreach (MeasuredColumn column in columns)
        {
            oldest = Math.Min(oldest, column.OldestTickNeeded(first));
            newest = Math.Max(newest, column.NewestTickNeeded(last));
        }
    }
}
