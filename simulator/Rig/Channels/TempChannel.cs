using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;
using Simulator.Waveforms;

namespace Simulator.Rig.Channels;

/// <summary>A temperature channel: a furnace zone through its sensors. It has one control mode. One thread; takes no memory.</summary>
/// <param name="Description">What the catalogue says.</param>
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
