using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;

namespace SignalMonitor.Computation;

/// <summary>
/// Finds the values of a signal in a block as float64: float columns as they are there, integer columns and bits
/// converted.
/// </summary>
internal static class SignalColumns
{
    /// <summary>The values of one signal; empty when the block does not hold it (its channel was trimmed).</summary>
    /// <param name="block">The block.</param>
    /// <param name="address">Where the signal is.</param>
    /// <param name="scratch">Memory for converted values, as long as the longest column.</param>
    public static ReadOnlySpan<double> Get(CDataBlock block, SignalAddress address, Span<double> scratch)
    {
        if (address.IsBit)
            return BitOf(
                block, address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out, address.Channel, scratch);
        BlockGroup group = (BlockGroup)address.Group;
        if (address.Channel >= block.ChannelCount(group))
            return default;
        BlockChannel channel = block.Channel(group, address.Channel);
        if (group == BlockGroup.AD)
            return channel.Values;
        return address.Column switch
        {
            ColumnIndex.ActiveCtrl => Convert(channel.ActiveCtrl, scratch),
            ColumnIndex.Count => Convert(channel.Count, scratch),
            ColumnIndex.Command => channel.Command,
            ColumnIndex.Output => channel.Output,
            int column => SensorOf(channel, column - ColumnIndex.FirstSensor),
        };
    }

    private static ReadOnlySpan<double> SensorOf(BlockChannel channel, int sensor) =>
        sensor < channel.SensorCount ? channel.Sensor(sensor) : default;

    private static ReadOnlySpan<double> BitOf(CDataBlock block, BitGroup group, int line, Span<double> scratch)
    {
        if (line >= block.BitCount(group))
            return default;
        scratch[0] = block.Bit(group, line) ? 1 : 0;
        return scratch[..1];
    }

    // Exact up to 2^53, which a cycle counter reaches after 285 years at 1 MHz.
    private static ReadOnlySpan<double> Convert(ReadOnlySpan<long> column, Span<double> scratch)
    {
        for (int i = 0; i < column.Length; i++)
            scratch[i] = column[i];
        return scratch[..column.Length];
    }
}
