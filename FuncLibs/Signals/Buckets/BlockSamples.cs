using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;

namespace FuncLibs.Signals.Buckets;

/// <summary>
/// Takes a stretch of a signal's samples out of a block as a bucket, whatever its type. Does not allocate.
/// </summary>
internal static class BlockSamples
{
    /// <summary>
    /// Points of the channel of a signal in this block; 0 when the block does not hold it, 1 for a digital line.
    /// </summary>
    public static int PointsOf(CDataBlock block, SignalAddress address)
    {
        if (address.IsBit)
            return address.Channel < block.BitCount(BitsOf(address)) ? 1 : 0;
        BlockGroup group = (BlockGroup)address.Group;
        return address.Channel < block.ChannelCount(group) ? block.Channel(group, address.Channel).PointCount : 0;
    }

    /// <summary>The bucket of some points of a signal; the range is within <see cref="PointsOf"/>.</summary>
    public static Bucket Aggregate(CDataBlock block, SignalAddress address, int from, int count)
    {
        if (address.IsBit)
            return Bucket.From(block.Bit(BitsOf(address), address.Channel) ? 1 : 0);
        BlockChannel channel = block.Channel((BlockGroup)address.Group, address.Channel);
        if (address.Group == SignalGroup.AD)
            return Bucket.From(channel.Values.Slice(from, count));
        return address.Column switch
        {
            ColumnIndex.ActiveCtrl => Bucket.From(channel.ActiveCtrl.Slice(from, count)),
            ColumnIndex.Count => Bucket.From(channel.Count.Slice(from, count)),
            ColumnIndex.Command => Bucket.From(channel.Command.Slice(from, count)),
            ColumnIndex.Output => Bucket.From(channel.Output.Slice(from, count)),
            int column => SensorOf(channel, column - ColumnIndex.FirstSensor, from, count),
        };
    }

    private static Bucket SensorOf(BlockChannel channel, int sensor, int from, int count) =>
        sensor < channel.SensorCount ? Bucket.From(channel.Sensor(sensor).Slice(from, count)) : default;

    private static BitGroup BitsOf(SignalAddress address) =>
        address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out;
}
