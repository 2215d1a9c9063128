using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Simulator.Measuring;

namespace Simulator.Rig.Channels;

/// <summary>An analogue input on a monitor output. One thread; filling takes no memory.</summary>
/// <param name="Description">What the catalogue says.</param>
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
