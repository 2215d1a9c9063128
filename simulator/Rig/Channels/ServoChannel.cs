using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;
using Simulator.Plant;
using Simulator.Rig.Plants;

namespace Simulator.Rig.Channels;

/// <summary>A servo channel: what its controller says and what its sensors show of a plant. One thread; filling takes no memory.</summary>
/// <param name="description">What the catalogue says while the command is that of the first control mode.</param>
/// <param name="plant">Its plant.</param>
/// <param name="ranges">Command of each control mode.</param>
/// <param name="controller">Command, mode and count.</param>
/// <param name="columns">Output, then the sensors.</param>
internal sealed class ServoChannel(
    ChannelDescription description, PlantRun plant, CommandRange[] ranges, ControllerColumns controller, MeasuredColumn[] columns)
{
    private readonly double[] _tare = new double[columns.Length - 1];
    private readonly double[] _last = new double[columns.Length - 1];

    /// <summary>Its plant.</summary>
    public PlantRun Plant => plant;

    /// <summary>Command, mode and count.</summary>
    public ControllerColumns Controller => controller;

    /// <summary>Output, then the sensors.</summary>
    public MeasuredColumn[] Columns => columns;

    /// <summary>What the catalogue says in a control mode.</summary>
    public ChannelDescription Describe(ControlMode mode) =>
        description with { Columns = description.Columns.SetItem(0, ranges[(int)mode].Description) };

    /// <summary>From the next sample on, a sensor shows 0 where it shows its last value now.</summary>
    public void Tare(int sensor) => _tare[sensor] += _last[sensor];

    /// <summary>Takes all tares back.</summary>
    public void Restart()
    {
        _tare.AsSpan().Clear();
        _last.AsSpan().Clear();
    }

    /// <summary>Fills a part of a block.</summary>
    public void Fill(BlockChannel channel, BlockPart part)
    {
        channel.Id = description.Id;
        channel.PointCount = description.Points;
        channel.SensorCount = _tare.Length;
        int from = part.From(description.Points);
        int count = part.Count(description.Points);
        long first = part.First(description.Points);
        controller.Fill(
            first, channel.Command.Slice(from, count), channel.ActiveCtrl.Slice(from, count), channel.Count.Slice(from, count));
        columns[0].Fill(first, channel.Output.Slice(from, count));
        for (int sensor = 0; sensor < _tare.Length; sensor++)
            Fill(sensor, first, channel.Sensor(sensor).Slice(from, count));
    }

    private void Fill(int sensor, long first, Span<double> target)
    {
        columns[sensor + 1].Fill(first, target);
        double tare = _tare[sensor];
        if (tare != 0)
        {
            foreach (ref double value in target)
                value -= tare;
        }

        if (!target.IsEmpty)
            _last[sensor] = target[^1];
    }
}
