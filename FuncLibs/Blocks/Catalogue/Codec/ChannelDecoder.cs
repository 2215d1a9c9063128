using System.Collections.Immutable;

namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>
/// Reads the channels of one stream, counting channels and columns of all its groups against the limits of a block.
/// </summary>
internal sealed class ChannelDecoder(CatalogueLimits limits, Refusal refusal, StreamDescription stream)
{
    private const int MaxRateTerm = 1_000_000;
    private int _channelsLeft = limits.Block.Channels;
    private int _columnsLeft = limits.Block.Columns;

    public bool TryRead(
        in MapView groups, string name, BlockGroup group, out ImmutableArray<ChannelDescription> channels)
    {
        channels = [];
        if (!groups.Items(name, _channelsLeft, out ItemsView items))
            return false;
        _channelsLeft -= items.Count;
        ImmutableArray<ChannelDescription>.Builder builder = ImmutableArray.CreateBuilder<ChannelDescription>(
            items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            if (!refusal.Within(i, TryReadChannel(items.Next(), group, out ChannelDescription? channel)))
                return refusal.Within(name, false);
            builder.Add(channel!);
        }

        channels = builder.ToImmutable();
        return true;
    }

    private bool TryReadChannel(ReadOnlySpan<byte> value, BlockGroup group, out ChannelDescription? channel)
    {
        channel = null;
        if (!MapView.TryOpen(value, refusal, out MapView map)
            || !map.Int("id", int.MinValue, int.MaxValue, out long id)
            || !map.Text("name", limits.NameBytes, out string name)
            || !map.Int("rateNum", 1, MaxRateTerm, out long rateNum)
            || !map.Int("rateDen", 1, MaxRateTerm, out long rateDen)
            || !map.Int("points", 0, limits.Block.PointsPerColumn, out long points)
            || !map.Int("revision", 0, uint.MaxValue, out long revision, fallback: 0)
            || !TryReadColumns(map, group, out ImmutableArray<ColumnDescription> columns))
        {
            return false;
        }

        if (points * rateDen != stream.PointsPerBlock * rateNum)
        {
            string asked = $"{rateNum}/{rateDen} of {stream.PointsPerBlock} points a block";
            return refusal.Because("points", $"{points}, but {asked} is another number");
        }

        double rate = stream.BaseRateHz * rateNum / rateDen;
        if (!limits.Block.IsRate(rate))
            return refusal.Because(
                "rateNum", $"a rate of {rate}; allowed is {limits.Block.MinRateHz} to {limits.Block.MaxRateHz}");
        channel = new ChannelDescription(
            (int)id, name, (int)rateNum, (int)rateDen, (int)points, columns)
        { Revision = (uint)revision };
        return true;
    }

    private bool TryReadColumns(in MapView map, BlockGroup group, out ImmutableArray<ColumnDescription> columns)
    {
        columns = [];
        if (!map.Items("columns", _columnsLeft, out ItemsView items))
            return false;
        bool fits = group == BlockGroup.AD ? items.Count == 1 : items.Count >= ChannelDescription.ControlColumns;
        if (!fits)
            return refusal.Because(
                "columns", $"{items.Count}; a channel has command, output and its sensors, an analogue input has one");
        _columnsLeft -= group == BlockGroup.AD ? 1 : items.Count + ChannelDescription.ControlColumns;
        ImmutableArray<ColumnDescription>.Builder builder = ImmutableArray.CreateBuilder<ColumnDescription>(
            items.Count);
        for (int i = 0; i < items.Count; i++)
        {
            if (!refusal.Within(i, TryReadColumn(items.Next(), out ColumnDescription? column)))
                return refusal.Within("columns", false);
            builder.Add(column!);
        }

        columns = builder.ToImmutable();
        return _columnsLeft >= 0 || refusal.Because("columns", $"the stream has more than {limits.Block.Columns}");
    }

    private bool TryReadColumn(ReadOnlySpan<byte> value, out ColumnDescription? column)
    {
        column = null;
        if (!MapView.TryOpen(value, refusal, out MapView map)
            || !map.Text("name", limits.NameBytes, out string name)
            || !map.Text("unit", limits.UnitBytes, out string unit)
            || !map.Number("min", double.NegativeInfinity, out double min)
            || !map.Number("max", double.PositiveInfinity, out double max)
            || !map.Number("scale", 0, out double scale))
        {
            return false;
        }

        if (!(min <= max))
            return refusal.Because("max", $"{max}, but min is {min}");
        column = new ColumnDescription(name, unit, min, max, scale);
        return double.IsFinite(scale) || refusal.Because("scale", "not a finite number");
    }
}
