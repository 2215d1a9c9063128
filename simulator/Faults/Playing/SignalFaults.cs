using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;

namespace Simulator.Faults.Playing;

/// <summary>
/// Changes the values of a filled block in place: a function of the fault, the sample index and the values, whatever
/// the size of a block. It is given every block from the fault's beginning on, in order. Does not allocate.
/// </summary>
internal interface ISignalFault
{
    /// <summary>Changes the points that the fault touches.</summary>
    void Apply(CDataBlock block);

    /// <summary>What a kind of fault does to values; null when it does nothing to them.</summary>
    static ISignalFault? Create(ScheduledFault fault, StreamDescription stream) => fault.Kind switch
    {
        FaultKind.Nan => new ConstantFault(new ChannelPart(fault, stream), double.NaN),
        FaultKind.Inf => new ConstantFault(
            new ChannelPart(fault, stream), fault.Amount < 0 ? double.NegativeInfinity : double.PositiveInfinity),
        FaultKind.Stuck => new StuckFault(new ChannelPart(fault, stream)),
        FaultKind.Drift => new DriftFault(new ChannelPart(fault, stream), fault.Amount / RateOf(fault, stream)),
        FaultKind.Unit => new FactorFault(new ChannelPart(fault, stream), fault.Amount),
        FaultKind.Wrap24 => new CountFault(new ChannelPart(fault, stream), bits: 24, (long)fault.Amount),
        FaultKind.Wrap32 => new CountFault(new ChannelPart(fault, stream), bits: 32, (long)fault.Amount),
        _ => null,
    };

    private static double RateOf(ScheduledFault fault, StreamDescription stream)
    {
        ChannelDescription channel = stream.Channels(fault.Place.Group)[fault.Place.Channel];
        return stream.BaseRateHz * channel.RateNum / channel.RateDen;
    }
}

/// <summary>One value instead of what was measured: NaN or an infinity.</summary>
internal sealed class ConstantFault(ChannelPart part, double value) : ISignalFault
{
    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out _);
        for (int column = 0; column < part.Columns; column++)
        {
            if (part.Has(column))
                FaultColumn.ValuesOf(part.Channel(block), column)[points].Fill(value);
        }
    }
}

/// <summary>Values in another unit: each times a factor.</summary>
internal sealed class FactorFault(ChannelPart part, double factor) : ISignalFault
{
    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out _);
        for (int column = 0; column < part.Columns; column++)
        {
            if (!part.Has(column))
                continue;
            foreach (ref double value in FaultColumn.ValuesOf(part.Channel(block), column)[points])
                value *= factor;
        }
    }
}

/// <summary>A sensor that drifts away at a constant rate, from 0 at the first sample.</summary>
/// <param name="part">Where.</param>
/// <param name="perSample">Units of the sensor from one sample to the next.</param>
internal sealed class DriftFault(ChannelPart part, double perSample) : ISignalFault
{
    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out long first);
        long since = first + points.Start.Value - part.From;
        for (int column = 0; column < part.Columns; column++)
        {
            if (!part.Has(column))
                continue;
            Span<double> values = FaultColumn.ValuesOf(part.Channel(block), column)[points];
            for (int i = 0; i < values.Length; i++)
                values[i] += (since + i) * perSample;
        }
    }
}

/// <summary>Values that stay what they were at the first sample.</summary>
internal sealed class StuckFault(ChannelPart part) : ISignalFault
{
    private readonly double[] _held = new double[part.Columns];
    private bool _holds;

    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Range points = part.Points(block, out _);
        if (points.Start.Equals(points.End))
            return;
        for (int column = 0; column < part.Columns; column++)
        {
            if (!part.Has(column))
                continue;
            Span<double> values = FaultColumn.ValuesOf(part.Channel(block), column)[points];
            if (!_holds)
                _held[column] = values[0];
            values.Fill(_held[column]);
        }

        _holds = true;
    }
}

/// <summary>
/// A Count column of a controller with a counter of so many bits: it continues from just below its end, and wraps to 0.
/// </summary>
/// <param name="part">Where.</param>
/// <param name="bits">Width of the counter.</param>
/// <param name="below">Counts before the wrap at the first sample.</param>
internal sealed class CountFault(ChannelPart part, int bits, long below) : ISignalFault
{
    private readonly long _mask = (1L << bits) - 1;
    private long _offset;
    private bool _begun;

    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Span<long> counts = part.Channel(block).Count[part.Points(block, out _)];
        if (counts.IsEmpty)
            return;
        if (!_begun)
            _offset = _mask + 1 - below - counts[0];
        _begun = true;
        foreach (ref long count in counts)
            count = (count + _offset) & _mask;
    }
}

/// <summary>
/// The part of a channel that a fault touches, in samples of the channel's own rate: those at or after the fault's
/// first base sample and before its end. So the same samples are touched whatever the size of a block.
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

    // The first sample of the channel that is not before a base sample.
    private long At(long baseSample) => (long)((((Int128)baseSample * _num) + _den - 1) / _den);
}
