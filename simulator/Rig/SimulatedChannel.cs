using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Catalogue;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>One channel of the rig: its description and its columns (command, output, sensors; or the one of an analogue input).</summary>
/// <param name="Description">What the catalogue says.</param>
/// <param name="Wave">Its motion.</param>
/// <param name="ActiveCtrl">Number of its control mode.</param>
/// <param name="Columns">Its float columns, in the order of the catalogue.</param>
public sealed record SimulatedChannel(
    ChannelDescription Description, SineWave Wave, int ActiveCtrl, ImmutableArray<SimulatedColumn> Columns)
{
    /// <summary>Fills a servo or temperature channel of a block.</summary>
    public void FillControl(BlockChannel channel, long blockIndex)
    {
        long first = Begin(channel, blockIndex);
        channel.SensorCount = Columns.Length - ChannelDescription.ControlColumns;
        channel.ActiveCtrl.Fill(ActiveCtrl);
        Wave.FillCycles(first, channel.Count);
        Columns[0].Fill(first, channel.Command);
        Columns[1].Fill(first, channel.Output);
        for (int sensor = 0; sensor < channel.SensorCount; sensor++)
            Columns[sensor + ChannelDescription.ControlColumns].Fill(first, channel.Sensor(sensor));
    }

    /// <summary>Fills an analogue input of a block.</summary>
    public void FillAnalogue(BlockChannel channel, long blockIndex) => Columns[0].Fill(Begin(channel, blockIndex), channel.Values);

    private long Begin(BlockChannel channel, long blockIndex)
    {
        channel.Id = Description.Id;
        channel.PointCount = Description.Points;
        return blockIndex * Description.Points;
    }
}
