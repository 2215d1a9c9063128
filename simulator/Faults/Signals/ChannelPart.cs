using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Faults.Signals;

/// <summary>
/// The part of a channel that a fault touches, in samples of the channel's own rate: those at or behind the fault's first base sample and
/// before its end. So the same samples are touched whatever the size of a block.
/// </summary>
internal readonly struct ChannelPart
{
    private readonly FaultColumn _place;
    private readonly int _num;
    private readonly int _den;
    private readonly long _to;

    /// <summary>The part of a fault.</summary>
    public ChannelPart(ScheduledFault fault, StreamDescription stream)
    {
        _place = fault.Place;
        ChannelDescription channel = stream.Channels(_place.Group)[_place.Channel];
        (_num, _den) = (channel.RateNum, channel.RateDen);
        Columns = channel.Columns.Length;
        From = At(fault.From);
        _to = fault.To == long.MaxValue ? long.MaxValue : At(fault.To);
    }

    /// <summary>First sample of the channel that is touched.</summary>
    public long From { get; }

    /// <summary>Float columns of the channel.</summary>
    public int Columns { get; }

    /// <summary>True when the fault is at this column.</summary>
    public bool Has(int column) => _place.Has(column);

    /// <summary>The channel in a block.</summary>
    public BlockChannel Channel(CDataBlock block) => block.Channel(_place.Group, _place.Channel);

    /// <summary>The points of a block that are touched; empty when none are.</summary>
    /// <param name="block">The block.</param>
    /// <param name="first">Sample of the channel at the block's first point.</param>
    public Range Points(CDataBlock block, out long first)
    {
        int points = Channel(block).PointCount;
        first = block.FirstSampleIndex * _num / _den;
        int start = (int)Math.Clamp(From - first, 0, points);
        return start..(int)Math.Clamp(_to - first, start, points);
    }

    // The first sample of the channel that does not lie before a base sample.
    private long At(long baseSample) => (long)((((Int128)baseSample * _num) + _den - 1) / _den);
}
