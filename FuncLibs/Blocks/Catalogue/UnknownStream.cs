using System.Collections.Immutable;
using System.Globalization;

namespace FuncLibs.Blocks.Catalogue;

/// <summary>
/// Describes a stream that has no catalogue, from one of its blocks: default names (<c>servo1.s1</c>), no units, no
/// ranges.
/// </summary>
public static class UnknownStream
{
    /// <summary>
    /// What can be known from <paramref name="block"/>: shape and rates. Allocates; for the first block only.
    /// </summary>
    public static StreamDescription Describe(uint id, string name, CDataBlock block)
    {
        int basePoints = block.ChannelCount(BlockGroup.Servo) > 0 ? block.Channel(BlockGroup.Servo, 0).PointCount : 1;
        basePoints = Math.Max(1, basePoints);
        return new StreamDescription(
            id,
            name,
            block.SampleRateHz,
            basePoints,
            Group(block, BlockGroup.Servo, basePoints),
            Group(block, BlockGroup.Temp, basePoints),
            Group(block, BlockGroup.AD, basePoints),
            [.. Enumerable.Repeat("", block.BitCount(BitGroup.In))],
            [.. Enumerable.Repeat("", block.BitCount(BitGroup.Out))]);
    }

    private static ImmutableArray<ChannelDescription> Group(CDataBlock block, BlockGroup group, int basePoints)
    {
        ImmutableArray<ChannelDescription>.Builder channels = ImmutableArray.CreateBuilder<ChannelDescription>();
        for (int i = 0; i < block.ChannelCount(group); i++)
        {
            BlockChannel channel = block.Channel(group, i);
            int points = channel.PointCount;
            channels.Add(new ChannelDescription(
                channel.Id,
                "",
                Math.Max(1, points),
                basePoints,
                points,
                Columns(group, group == BlockGroup.AD ? 0 : channel.SensorCount)));
        }

        return channels.ToImmutable();
    }

    private static ImmutableArray<ColumnDescription> Columns(BlockGroup group, int sensors)
    {
        IEnumerable<string> names = Enumerable.Range(1, sensors).Select(
            s => string.Create(CultureInfo.InvariantCulture, $"s{s}"));
        names = group == BlockGroup.AD ? ["value"] : names.Prepend("output").Prepend("command");
        return
        [
            .. names.Select(n => new ColumnDescription(n, "", double.NegativeInfinity, double.PositiveInfinity, 0)),
        ];
    }
}
