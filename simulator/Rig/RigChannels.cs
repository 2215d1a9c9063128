using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>
/// A servo channel: the columns of its controller and of its sensors. One thread; filling does not
/// allocate.
/// </summary>
/// <param name="description">Catalogue entry while the command is that of the first control mode.</param>
/// <param name="plant">Its plant.</param>
/// <param name="ranges">Command of each control mode.</param>
/// <param name="controller">Command, mode and count.</param>
/// <param name="columns">Output, then the sensors.</param>
internal sealed class ServoChannel(
    ChannelDescription description,
    PlantRun plant,
    CommandRange[] ranges,
    ControllerColumns controller,
    MeasuredColumn[] columns)
{
    private readonly double[] _tare = new double[columns.Length - 1];
    private readonly double[] _last = new double[columns.Length - 1];

    /// <summary>Its plant.</summary>
    public PlantRun Plant => plant;

    /// <summary>Catalogue entry in a control mode.</summary>
    public ChannelDescription Describe(AxisControlMode mode) =>
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
            first,
            channel.Command.Slice(from, count),
            channel.ActiveCtrl.Slice(from, count),
            channel.Count.Slice(from, count));
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

/// <summary>
/// A temperature channel: a furnace zone through its sensors. It has one control mode. One thread; does not allocate.
/// </summary>
/// <param name="Description">Its catalogue entry.</param>
/// <param name="SetPoint">The set point's sine at the rate of the channel: its cycles are the count.</param>
/// <param name="Columns">Command, output, sensors.</param>
internal sealed record TempChannel(ChannelDescription Description, SineWave SetPoint, MeasuredColumn[] Columns)
{
    /// <summary>Fills a part of a block.</summary>
    public void Fill(BlockChannel channel, BlockPart part)
    {
        int from = part.From(Description.Points);
        int count = part.Count(Description.Points);
        long first = part.First(Description.Points);
        channel.Id = Description.Id;
        channel.PointCount = Description.Points;
        channel.SensorCount = Columns.Length - ChannelDescription.ControlColumns;
        channel.ActiveCtrl.Slice(from, count).Clear();
        SetPoint.FillCycles(first, channel.Count.Slice(from, count));
        Columns[0].Fill(first, channel.Command.Slice(from, count));
        Columns[1].Fill(first, channel.Output.Slice(from, count));
        for (int sensor = 0; sensor < channel.SensorCount; sensor++)
            Columns[sensor + ChannelDescription.ControlColumns].Fill(first, channel.Sensor(sensor).Slice(from, count));
    }
}

/// <summary>An analogue input on a monitor output. One thread; filling does not allocate.</summary>
/// <param name="Description">Its catalogue entry.</param>
/// <param name="Column">Its one column.</param>
internal sealed record AnalogueInput(ChannelDescription Description, MeasuredColumn Column)
{
    /// <summary>Fills a part of a block.</summary>
    public void Fill(BlockChannel channel, BlockPart part)
    {
        channel.Id = Description.Id;
        channel.PointCount = Description.Points;
        int from = part.From(Description.Points);
        Column.Fill(part.First(Description.Points), channel.Values.Slice(from, part.Count(Description.Points)));
    }
}

/// <summary>
/// A part of a block in time, the same for all rates: a long block is filled part by part, so that a plant's history
/// stays short. Where the parts are changes no sample.
/// </summary>
/// <param name="Block">Index of the block.</param>
/// <param name="Part">From 0.</param>
/// <param name="Parts">Parts of a block.</param>
internal readonly record struct BlockPart(long Block, int Part, int Parts)
{
    /// <summary>First point of the part in a block of so many.</summary>
    public int From(int points) => (int)((long)points * Part / Parts);

    /// <summary>Points of the part.</summary>
    public int Count(int points) => (int)((long)points * (Part + 1) / Parts) - From(points);

    /// <summary>Index of its first sample from the start of the run.</summary>
    public long First(int points) => (Block * points) + From(points);
}
