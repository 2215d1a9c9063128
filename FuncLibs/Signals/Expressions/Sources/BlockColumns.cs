using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;

namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>
/// The columns of a rig's block, numbered as in a <see cref="StreamScope"/>: float columns as they are in the block,
/// integer columns and digital lines converted once a block on first use. A channel that was trimmed away is
/// empty. One thread.
/// </summary>
public sealed class BlockColumns : IColumnSource
{
    private readonly ImmutableArray<SignalDescription> _signals;
    private readonly int _pointsPerBlock;
    private readonly double[]?[] _converted;
    private readonly int[] _convertedCount;
    private CDataBlock? _block;
    private Quality _floor;

    /// <summary>Reads blocks of a stream.</summary>
    public BlockColumns(StreamDescription stream, StreamSignals signals)
    {
        _signals = signals.All;
        _pointsPerBlock = stream.PointsPerBlock;
        _converted = new double[]?[_signals.Length];
        _convertedCount = new int[_signals.Length];
    }

    /// <summary>Goes to a block, which must stay as it is while a program runs.</summary>
    /// <param name="block">A valid block of the stream.</param>
    /// <param name="floor">The least that is wrong with all of it, for instance <see cref="Quality.Stale"/>.</param>
    public void MoveTo(CDataBlock block, Quality floor = Quality.Good)
    {
        (_block, _floor) = (block, floor);
        Array.Fill(_convertedCount, -1);
    }

    /// <inheritdoc/>
    public ReadOnlySpan<double> Values(int column)
    {
        SignalAddress address = _signals[column].Address;
        if (address.IsBit || address.IsInteger)
            return Converted(column, address);
        BlockGroup group = (BlockGroup)address.Group;
        if (address.Channel >= Block.ChannelCount(group))
            return [];
        BlockChannel channel = Block.Channel(group, address.Channel);
        if (group == BlockGroup.AD)
            return channel.Values;
        return address.Column switch
        {
            ColumnIndex.Command => channel.Command,
            ColumnIndex.Output => channel.Output,
            _ when address.Column - ColumnIndex.FirstSensor < channel.SensorCount =>
                channel.Sensor(address.Column - ColumnIndex.FirstSensor),
            _ => [],
        };
    }

    /// <inheritdoc/>
    public long FirstIndex(int column) =>
        (long)((Int128)Block.FirstSampleIndex * _signals[column].Points / _pointsPerBlock);

    /// <inheritdoc/>
    public Quality Floor(int column) => _floor;

    private CDataBlock Block => _block ?? throw new InvalidOperationException("No block was given.");

    private ReadOnlySpan<double> Converted(int column, SignalAddress address)
    {
        if (_convertedCount[column] < 0)
            _convertedCount[column] = Convert(column, address);
        return _converted[column].AsSpan(0, _convertedCount[column]);
    }

    private int Convert(int column, SignalAddress address)
    {
        if (address.IsBit)
            return ConvertBit(column, address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out, address.Channel);
        BlockGroup group = (BlockGroup)address.Group;
        if (address.Channel >= Block.ChannelCount(group))
            return 0;
        BlockChannel channel = Block.Channel(group, address.Channel);
        ReadOnlySpan<long> integers = address.Column == ColumnIndex.Count ? channel.Count : channel.ActiveCtrl;
        Span<double> target = Room(column, integers.Length);
        for (int i = 0; i < integers.Length; i++)
            target[i] = integers[i];
        return integers.Length;
    }

    private int ConvertBit(int column, BitGroup group, int line)
    {
        if (line >= Block.BitCount(group))
            return 0;
        Room(column, 1)[0] = Block.Bit(group, line) ? 1 : 0;
        return 1;
    }

    // Allocates for the first block, and for one longer than all before.
    private Span<double> Room(int column, int count)
    {
        if (_converted[column] is not { } room || room.Length < count)
            _converted[column] = room = new double[count];
        return room;
    }
}
